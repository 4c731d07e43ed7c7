import { assertMigrated, createDatabase, ensurePartitions } from '@postrider/db';
import { connectBroker, connectRedis } from '@postrider/messaging';
import { createLogger, engines, runService, systemClock, type ServiceScope } from '@postrider/runtime';
import { startAggregator } from './app';
import { readSettings } from './config';

const name = 'metrics-aggregator';
const settings = readSettings();
const log = createLogger({ name, level: settings.LOG_LEVEL });

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
  // At the start too: after a month without this service, nothing else could be stored.
  const created = await ensurePartitions(database.pool);
  if (created.length > 0) log.info({ partitions: created.length }, 'partitions created');
  const broker = await connectBroker({ url: settings.AMQP_URL, name, log, metrics });
  await service.connect(engines.rabbitmq(settings.AMQP_URL, broker));
  // Counting goes on without Redis; only maintenance waits for it.
  const redis = await connectRedis(service, { url: settings.REDIS_URL, name, log });
  const aggregator = startAggregator({
    database,
    broker,
    redis,
    redisUrl: settings.REDIS_URL,
    clock: systemClock,
    log,
    metrics,
    stopping,
    batchMax: settings.METRICS_BATCH_MAX,
    platformFrom: settings.PLATFORM_FROM,
    messagesKeptWeeks: settings.MESSAGES_KEPT_WEEKS,
    broadcastRecipientsDays: settings.BROADCAST_RECIPIENTS_RETENTION_DAYS,
    retentionDays: {
      api_request_logs: settings.API_LOG_RETENTION_DAYS,
      contact_events: settings.WEBHOOK_LOG_RETENTION_DAYS,
      webhook_deliveries: settings.WEBHOOK_LOG_RETENTION_DAYS,
      webhook_attempts: settings.WEBHOOK_LOG_RETENTION_DAYS,
      counted_events: settings.COUNTED_EVENTS_RETENTION_DAYS,
      inbound_spool: settings.INBOUND_SPOOL_RETENTION_DAYS,
      inbound_spool_contents: settings.INBOUND_SPOOL_RETENTION_DAYS,
    },
  });
  service.onClose('aggregator', () => aggregator.close());
}

void runService({
  name,
  log,
  shutdownGraceMs: settings.SHUTDOWN_GRACE_MS,
  healthListener: { host: settings.HEALTH_HOST, port: settings.HEALTH_PORT },
  start,
});
