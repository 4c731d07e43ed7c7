import { projectRoot } from '../../project-paths';
import type { EngineName } from '../engine';
import type { EngineSet } from '../engine-set';
import { docker } from './docker-command';

/** Brings one engine of `docker-compose.yml` up, on the set's ports. */
export async function composeUp(set: EngineSet, name: EngineName): Promise<void> {
  const project = ['--project-name', `postrider-${set.name}`, '--project-directory', projectRoot()];
  await docker(['compose', ...project, 'up', '--detach', '--no-deps', name], {
    POSTGRES_PORT: String(set.postgresPort),
    REDIS_PORT: String(set.redisPort),
    AMQP_PORT: String(set.amqpPort),
    AMQP_MANAGEMENT_PORT: String(set.amqpManagementPort),
  });
}
