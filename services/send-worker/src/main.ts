import {
  assertMigrated,
  assertPartitions,
  createDatabase,
  linkSecretProof,
  proveSecrets,
  returnPathSecretProof,
} from '@postrider/db';
import { connectBroker, connectRedis } from '@postrider/messaging';
import {
  createLogger,
  createSecretBox,
  engines,
  runService,
  systemClock,
  type ServiceScope,
  returnPathSecrets,
} from '@postrider/runtime';
import { startSendWorker } from './app';
import { readPlatformKey, readSettings } from './config';
import { lowerSigningThreads } from './delivery/signing-threads';

const name = 'send-worker';
const settings = readSettings();
const log = createLogger({ name, level: settings.LOG_LEVEL });
const secretBox = createSecretBox({
  masterKey: settings.MASTER_KEY,
  previousKeys: settings.MASTER_KEYS_PREVIOUS,
});
/** Below LEASE_GRACE_MS, which rests on it. */
const statementTimeoutMs = 8_000;

async function start(service: ServiceScope): Promise<void> {
  const { metrics } = service;
  const database = createDatabase({
    metrics: service.metrics,
    url: settings.DATABASE_URL,
    applicationName: name,
    poolSize: settings.DATABASE_POOL_SIZE,
    statementTimeoutMs: statementTimeoutMs,
    plansOnce: true,
    onConnectionError: (error) => log.warn({ err: error }, 'lost a connection to PostgreSQL'),
  });
  await service.connect(engines.postgres(settings.DATABASE_URL, database));
  await assertMigrated(database.pool);
  await assertPartitions(database.pool);
  await proveSecrets(database.pool, {
    secretBox,
    others: [
      linkSecretProof(settings.LINK_SECRET, settings.LINK_SECRETS_PREVIOUS),
      returnPathSecretProof(returnPathSecrets(settings)),
    ],
  });
  const broker = await connectBroker({ url: settings.AMQP_URL, name, log, metrics });
  await service.connect(engines.rabbitmq(settings.AMQP_URL, broker));
  // Without Redis, timers come from the sweep: seconds late, never lost.
  const redis = await connectRedis(service, { url: settings.REDIS_URL, name, log });
  await lowerSigningThreads();
  const worker = startSendWorker({
    settings,
    database,
    broker,
    redis,
    secretBox,
    platformKey: readPlatformKey(settings),
    clock: systemClock,
    log,
    metrics,
  });
  service.onClose('send worker', () => worker.close());
  service.health.addCheck({
    name: 'signing keys',
    required: false,
    check: () => worker.signingKeysOpen(),
  });
}

void runService({
  name,
  log,
  shutdownGraceMs: settings.SHUTDOWN_GRACE_MS,
  healthListener: { host: settings.HEALTH_HOST, port: settings.HEALTH_PORT },
  start,
});
