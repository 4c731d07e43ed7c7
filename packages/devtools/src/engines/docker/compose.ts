import { checkoutId, projectRoot } from '@postrider/testkit';
import type { EngineName } from '../engine';
import type { EngineSet } from '../engine-set';
import { docker } from './docker-command';

/** Two checkouts on one machine must not share containers and their data. */
export function projectNameOf(set: EngineSet): string {
  return `postrider-${set.name}-${checkoutId()}`;
}

/** Brings one engine of `docker-compose.yml` up, on the set's ports. */
export async function composeUp(set: EngineSet, name: EngineName): Promise<void> {
  const project = ['--project-name', projectNameOf(set), '--project-directory', projectRoot()];
  await docker(['compose', ...project, 'up', '--detach', '--no-deps', name], {
    POSTGRES_PORT: String(set.postgresPort),
    REDIS_PORT: String(set.redisPort),
    AMQP_PORT: String(set.amqpPort),
    AMQP_MANAGEMENT_PORT: String(set.amqpManagementPort),
  });
}
