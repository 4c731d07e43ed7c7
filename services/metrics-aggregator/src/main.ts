import { ensurePartitions, openDatabase, type Pool } from '@postrider/db';
import { openBroker, openRedis } from '@postrider/messaging';
import { runService, systemClock, type Logger, type ServiceScope } from '@postrider/runtime';
import { startAggregator } from './app';
import { readSettings } from './config';
import { isKeptUntilDecided } from './maintenance/maintenance-jobs';

const settings = readSettings();
/** An event that is repeated later is counted twice. Sweeps go back 15 minutes; a backlog of the broker can be older. */
const countedEventsDays = 60;

async function start(service: ServiceScope): Promise<void> {
  const { log, metrics, stopping } = service;
  const database = await openDatabase(service, {
    settings,
    // At the start too: after a month without this service, nothing else could be stored.
    checkPartitions: (pool) => createPartitions(pool, log),
  });
  const broker = await openBroker(service, settings);
  // Counting goes on without Redis; only maintenance waits for it.
  const redis = await openRedis(service, settings);
  const retention = {
    messagesKeptWeeks: settings.MESSAGES_KEPT_WEEKS,
    isKeptByDefault: settings.isKeptByDefault,
  };
  await isKeptUntilDecided({ pool: database.pool, clock: systemClock, log, ...retention });
  const aggregator = startAggregator({
    database,
    broker,
    redis,
    redisUrl: settings.REDIS_URL,
    clock: systemClock,
    log,
    metrics,
    stopping,
    platformFrom: settings.PLATFORM_FROM,
    watch: {
      processes: settings.WATCHED_METRICS_URLS,
      deadManUrl: settings.DEAD_MAN_URL === undefined ? null : new URL(settings.DEAD_MAN_URL),
      origin: settings.CONSOLE_URL?.origin ?? '',
    },
    alertRecipients: settings.OPERATOR_ALERT_EMAIL,
    alertSmtp: settings.ALERT_SMTP_URL && {
      ...settings.ALERT_SMTP_URL,
      from: (settings.ALERT_FROM ?? settings.PLATFORM_FROM)?.header ?? '',
    },
    ...retention,
    diskPath: settings.DATABASE_DISK_PATH,
    broadcastRecipientsDays: settings.BROADCAST_RECIPIENTS_RETENTION_DAYS,
    retentionDays: {
      api_request_logs: settings.API_LOG_RETENTION_DAYS,
      api_request_contents: settings.API_LOG_RETENTION_DAYS,
      contact_events: settings.WEBHOOK_LOG_RETENTION_DAYS,
      webhook_deliveries: settings.WEBHOOK_LOG_RETENTION_DAYS,
      webhook_attempts: settings.WEBHOOK_LOG_RETENTION_DAYS,
      counted_events: countedEventsDays,
      inbound_spool: settings.INBOUND_SPOOL_RETENTION_DAYS,
      inbound_spool_contents: settings.INBOUND_SPOOL_RETENTION_DAYS,
    },
  });
  service.onClose('aggregator', () => aggregator.close());
}

async function createPartitions(pool: Pool, log: Logger): Promise<void> {
  const created = await ensurePartitions(pool);
  if (created.length > 0) log.info({ partitions: created.length }, 'partitions created');
}

void runService({ name: 'metrics-aggregator', settings, start });
