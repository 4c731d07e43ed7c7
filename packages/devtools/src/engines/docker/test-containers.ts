import type { StartedTestContainer } from 'testcontainers';
import type { EngineName } from '../engine';
import type { EngineSet } from '../engine-set';

const account = 'postrider';

/** The images of `docker-compose.yml`; a test holds the two together. */
export const engineImages: Record<EngineName, string> = {
  postgres: 'postgres:17-alpine',
  redis: 'redis:7-alpine',
  rabbitmq: 'rabbitmq:4-management-alpine',
};

/**
 * A container that outlives this process, so that the next run finds its engines warm; `make down` stops it.
 * testcontainers is loaded here alone: it takes a second, which machines without Docker need not pay.
 */
export async function startTestContainer(
  set: EngineSet,
  name: EngineName,
  containerName: string,
): Promise<StartedTestContainer> {
  const { GenericContainer } = await import('testcontainers');
  const container = new GenericContainer(engineImages[name]).withName(containerName).withReuse();
  switch (name) {
    case 'postgres':
      return container
        .withEnvironment({ POSTGRES_USER: account, POSTGRES_PASSWORD: account, POSTGRES_DB: account })
        .withCommand(['postgres', '-c', 'max_connections=300', '-c', 'shared_buffers=256MB'])
        .withExposedPorts({ container: 5432, host: set.postgresPort })
        .start();
    case 'redis':
      return container
        .withCommand([
          'redis-server',
          '--appendonly',
          'yes',
          '--maxmemory-policy',
          'noeviction',
          '--databases',
          '64',
        ])
        .withExposedPorts({ container: 6379, host: set.redisPort })
        .start();
    case 'rabbitmq':
      return container
        .withEnvironment({ RABBITMQ_DEFAULT_USER: account, RABBITMQ_DEFAULT_PASS: account })
        .withExposedPorts(
          { container: 5672, host: set.amqpPort },
          { container: 15672, host: set.amqpManagementPort },
        )
        .start();
  }
}
