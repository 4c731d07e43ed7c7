import { assertMigrated, assertPartitions, createDatabase, proveSecrets } from '@postrider/db';
import { connectBroker, connectRedis } from '@postrider/messaging';
import {
  createLogger,
  createSecretBox,
  engines,
  runService,
  systemClock,
  type ServiceScope,
} from '@postrider/runtime';
import { startDispatcher } from './app';
import { readSettings } from './config';

const name = 'webhook-dispatcher';
const settings = readSettings();
const log = createLogger({ name, level: settings.LOG_LEVEL });

const secretBox = createSecretBox({
  masterKey: settings.MASTER_KEY,
  previousKeys: settings.MASTER_KEYS_PREVIOUS,
});

async function start(service: ServiceScope): Promise<void> {
  const { metrics, stopping } = service;
  const database = createDatabase({
    metrics: service.metrics,
    url: settings.DATABASE_URL,
    applicationName: name,
    poolSize: settings.DATABASE_POOL_SIZE,
    onConnectionError: (error) => log.warn({ err: error }, 'lost a connection to PostgreSQL'),
  });
  await service.connect(engines.postgres(settings.DATABASE_URL, database));
  await assertMigrated(database.pool);
  await assertPartitions(database.pool);
  await proveSecrets(database.pool, { secretBox });
  const broker = await connectBroker({ url: settings.AMQP_URL, name, log, metrics });
  await service.connect(engines.rabbitmq(settings.AMQP_URL, broker));
  // Retries come from Postgres without Redis too, only less punctually.
  await connectRedis(service, { url: settings.REDIS_URL, name, log });
  const dispatcher = startDispatcher({
    database,
    broker,
    redisUrl: settings.REDIS_URL,
    secretBox,
    clock: systemClock,
    log,
    metrics,
    stopping,
    transport: {
      timeoutMs: settings.WEBHOOK_TIMEOUT_MS,
      connectionsPerEndpointMax: settings.WEBHOOK_IN_FLIGHT_MAX,
      dnsServers: settings.DNS_SERVERS,
      allowLoopback: settings.WEBHOOK_ALLOW_LOOPBACK,
    },
    prefetch: settings.WEBHOOK_PREFETCH,
    eventsAtOnce: settings.WEBHOOK_EVENTS_AT_ONCE,
  });
  service.onClose('dispatcher', () => dispatcher.close());
  service.health.addCheck({
    name: 'webhook secrets',
    required: false,
    check: () => dispatcher.secretsOpen(),
  });
}

void runService({
  name,
  log,
  shutdownGraceMs: settings.SHUTDOWN_GRACE_MS,
  healthListener: { host: settings.HEALTH_HOST, port: settings.HEALTH_PORT },
  start,
});
