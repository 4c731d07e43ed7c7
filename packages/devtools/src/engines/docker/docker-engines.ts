import { checkoutId, eventually, projectRoot } from '@postrider/testkit';
import { EngineError, type Engine, type EngineName, type Engines } from '../engine';
import type { EngineSet } from '../engine-set';
import { answers, complaint } from '../readiness';
import { docker, dockerTry } from './docker-command';
import { startTestContainer } from './test-containers';

const account = 'postrider';
const startTimeoutMs = 120_000;

/**
 * A set's engines in containers: development from `docker-compose.yml`, the rest by testcontainers. Their
 * ports are fixed, not chosen by Docker: they must stay the same when a fault test restarts a container.
 */
export function createDockerEngines(set: EngineSet): Engines {
  const url: Record<EngineName, string> = {
    postgres: `postgresql://${account}:${account}@127.0.0.1:${set.postgresPort}/${account}`,
    redis: `redis://127.0.0.1:${set.redisPort}`,
    rabbitmq: `amqp://${account}:${account}@127.0.0.1:${set.amqpPort}`,
  };
  const engine = (name: EngineName) => createDockerEngine(set, name, url[name]);
  return {
    postgres: engine('postgres'),
    redis: engine('redis'),
    rabbitmq: engine('rabbitmq'),
    amqpManagementUrl: `http://${account}:${account}@127.0.0.1:${set.amqpManagementPort}`,
  };
}

function createDockerEngine(set: EngineSet, name: EngineName, url: string): Engine {
  // The name that compose gives by itself.
  const container = `${projectNameOf(set)}-${name}-1`;
  const start = async () => {
    if (set.name === 'dev') await composeUp(set, name);
    else if (!(await dockerTry(['start', container]))) await startTestContainer(set, name, container);
    await eventually(() => answers(name, url), { timeoutMs: startTimeoutMs, intervalMs: 200 }).catch(
      async () => {
        const log = await docker(['logs', '--tail', '15', container]);
        throw new EngineError(`${name} did not start in Docker (${await complaint(name, url)}).\n${log}`);
      },
    );
  };
  const stop = async () => void (await dockerTry(['stop', container]));
  return {
    name,
    source: 'docker',
    url,
    isOurs: () => dockerTry(['exec', container, 'true']),
    isReady: () => answers(name, url),
    start,
    stop,
    kill: async () => void (await dockerTry(['kill', container])),
    restart: async () => {
      await stop();
      await start();
    },
    pause: async () => void (await docker(['pause', container])),
    resume: async () => void (await docker(['unpause', container])),
    destroy: async () => void (await dockerTry(['rm', '--force', '--volumes', container])),
  };
}

/** Two checkouts on one machine must not share containers and their data. */
function projectNameOf(set: EngineSet): string {
  return `postrider-${set.name}-${checkoutId()}`;
}

/** Brings one engine of `docker-compose.yml` up, on the set's ports. */
async function composeUp(set: EngineSet, name: EngineName): Promise<void> {
  const project = ['--project-name', projectNameOf(set), '--project-directory', projectRoot()];
  await docker(['compose', ...project, 'up', '--detach', '--no-deps', name], {
    POSTGRES_PORT: String(set.postgresPort),
    REDIS_PORT: String(set.redisPort),
    AMQP_PORT: String(set.amqpPort),
    AMQP_MANAGEMENT_PORT: String(set.amqpManagementPort),
  });
}
