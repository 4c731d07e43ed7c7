import {
  analyzeGrownPartitions,
  contactActivityPasses,
  fillContactActivity,
  fillLateTerms,
  fillTerms,
  sweepPasses,
  type Database,
} from '@postrider/db';
import { createPrivateQueue, type Broker, type RedisClient } from '@postrider/messaging';
import {
  startRecurringTask,
  wait,
  type Clock,
  type Logger,
  type Metrics,
  type RecurringTask,
} from '@postrider/runtime';
import {
  createAcceptEmails,
  createPlatformMail,
  type PlatformFrom,
  type PlatformMail,
} from '@postrider/submission';
import { startAlerts } from './alerts/evaluate-rules';
import { watchBacklog } from './backlog/watch-backlog';
import { watchBackups } from './backups/watch-backups';
import { createPublishChanges } from './console-changes/publish-changes';
import { createEventsConsumer } from './email-counters/count-events';
import { createMissedEventsSweep } from './email-counters/sweep-missed-events';
import { watchDisk } from './disk-use/watch-disk';
import { keptDaysOf, maintenanceJobs, type RetentionDays } from './maintenance/maintenance-jobs';
import { createSendNotices } from './notices/send-notices';
import { createSendAlertMail, type AlertSmtp } from './platform-alerts/send-alert-mail';
import { watchPlatform, type WatchSettings } from './platform-alerts/watch-platform';

export interface AggregatorOptions {
  readonly database: Database;
  readonly broker: Broker;
  readonly redis: RedisClient;
  readonly redisUrl: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Aborts when the service begins to stop. */
  readonly stopping: AbortSignal;
  readonly retentionDays: RetentionDays;
  readonly messagesKeptWeeks: number;
  /** The operator has not set how long mail is kept. */
  readonly isKeptByDefault: boolean;
  /** A path on the disk of PostgreSQL, or empty. */
  readonly diskPath: string;
  readonly broadcastRecipientsDays: number;
  /** Null: notices wait. */
  readonly platformFrom: PlatformFrom | null;
  readonly watch: WatchSettings;
  readonly alertRecipients: readonly string[];
  readonly alertSmtp: AlertSmtp | null;
  readonly missedIntervalMs?: number;
  readonly termsIntervalMs?: number;
  readonly activityIntervalMs?: number;
  readonly alertsIntervalMs?: number;
  readonly noticesIntervalMs?: number;
  readonly watchIntervalMs?: number;
}

export interface Aggregator {
  /** Stops taking events and ends what runs. */
  close(): Promise<void>;
}

/** The second batch waits for the first one's locks on the same counters; its own rows are written meanwhile. */
const batchesInFlight = 2;
/** Messages of up to 100 events counted in one transaction. */
const batchMax = 50;
/**
 * A batch adds to the same few counters, however large it is: at 400 messages a second one of 12 events cost PostgreSQL
 * 100 µs a message, most of it for its transaction. A tenth of a second does not matter in a figure of the day.
 */
const gatherMs = 100;

export function startAggregator(options: AggregatorOptions): Aggregator {
  const { broker, clock, log, metrics, missedIntervalMs = 5_000 } = options;
  const { pool } = options.database;
  const measured = createAggregatorMetrics(metrics);

  const maintenance = createPrivateQueue({
    redisUrl: options.redisUrl,
    name: 'metrics-aggregator.maintenance',
    log,
    metrics,
    concurrency: 1,
    jobs: {},
    repeated: maintenanceJobs({ ...options, pool }),
  });
  const sweepMissed = createMissedEventsSweep({
    pool,
    clock,
    log,
    onFound: (events) => measured.recovered(events),
  });
  const missed = startRecurringTask({
    name: 'missed events',
    intervalMs: missedIntervalMs,
    log,
    run: async () => {
      const full = await Promise.all(sweepPasses('metrics-aggregator').map(sweepMissed));
      return full.includes(true) ? 'again' : undefined;
    },
  });
  const changes = createPublishChanges(options);
  const consumer = broker.consumeAll('metrics-aggregator', {
    'metrics-aggregator.events': {
      prefetch: batchMax * (batchesInFlight + 2),
      batchMax,
      batchesInFlight,
      gatherMs,
      handle: createEventsConsumer({ ...measured, pool, onEvents: (events) => changes.add(events) }),
    },
  });
  const tasks = startTasks(options);
  const mail = startPlatformMail(options);
  const notices = startNotices(options, mail.platformMail);
  const watch = startWatch(options, mail.platformMail);
  const backlog = watchBacklog({ pool, broker, log, metrics });
  return {
    close: async () => {
      await Promise.all([
        consumer.close(),
        missed.close(),
        ...tasks.map((task) => task.close()),
        maintenance.close(),
        notices.close(),
        watch.close(),
        backlog.close(),
      ]);
      await mail.close();
      changes.close();
    },
  };
}

function startTasks(options: AggregatorOptions): readonly { close(): Promise<void> }[] {
  const { clock, log, metrics, diskPath } = options;
  const { pool } = options.database;
  return [
    startAlerts({ ...options, pool, intervalMs: options.alertsIntervalMs }),
    startTerms(options),
    startContactActivity(options),
    startStatistics(options),
    watchBackups({ pool, log, metrics }),
    watchDisk({ pool, clock, log, metrics, keptDays: keptDaysOf(options), diskPath }),
  ];
}

interface AggregatorMetrics {
  onCounted(counts: { counted: number; repeated: number }): void;
  recovered(events: number): void;
}

function createAggregatorMetrics(metrics: Metrics): AggregatorMetrics {
  const events = metrics.counter('metrics_events_counted', 'Live events added to the daily counters.');
  const repeats = metrics.counter('metrics_events_repeated', 'Live events that had already been counted.');
  const recoveries = metrics.counter(
    'metrics_events_recovered',
    'Events counted by a sweep because the broker did not deliver them.',
  );
  return {
    onCounted: ({ counted, repeated }) => {
      events.add(counted);
      repeats.add(repeated);
    },
    recovered: (count) => {
      events.add(count);
      recoveries.add(count);
    },
  };
}

/** Until they have terms, messages are found by looking at them: those of the last seconds, as long as this keeps up. */
const termsIntervalMs = 5_000;
/**
 * After a flood, pages that follow each other at once would keep one of PostgreSQL's processors from those who send: with a rest of
 * twice their time, a mail of theirs took 110 ms at p99 instead of 80. A search is correct meanwhile, and hardly slower while the walk is
 * a few minutes behind.
 */
const termsRestFactor = (behindMs: number): number => (behindMs < 10 * 60_000 ? 8 : 2);

function startTerms(options: AggregatorOptions): RecurringTask {
  const { log, metrics, database, clock } = options;
  const { pool } = database;
  const messages = metrics.counter('message_terms_filled', 'Messages whose search terms were added.');
  return startRecurringTask({
    name: 'message terms',
    intervalMs: options.termsIntervalMs ?? termsIntervalMs,
    log,
    run: async (signal) => {
      const begunMs = performance.now();
      const prompt = await fillTerms({ pool, clock });
      const late = await fillLateTerms({ pool, clock });
      messages.add(prompt.filled + late.filled);
      if (prompt.moreFrom === null && late.moreFrom === null) return undefined;
      const behindMs = prompt.moreFrom === null ? 0 : clock.now().getTime() - prompt.moreFrom.getTime();
      await wait(termsRestFactor(behindMs) * (performance.now() - begunMs), signal);
      return 'again';
    },
  });
}

/** Segments ask by days. */
const activityIntervalMs = 5_000;
/** After an upgrade all stored events are walked through, beside those who send. */
const activityRestFactor = 2;

function startContactActivity(options: AggregatorOptions): RecurringTask {
  const { pool } = options.database;
  return startRecurringTask({
    name: 'contact activity',
    intervalMs: options.activityIntervalMs ?? activityIntervalMs,
    log: options.log,
    run: async (signal) => {
      const begunMs = performance.now();
      let isFull = false;
      for (const pass of contactActivityPasses) {
        isFull = (await fillContactActivity({ pool, clock: options.clock }, pass)) || isFull;
      }
      if (!isFull) return undefined;
      await wait(activityRestFactor * (performance.now() - begunMs), signal);
      return 'again';
    },
  });
}

/** At full speed some ten thousand messages. */
const statisticsIntervalMs = 5_000;

function startStatistics({ database: { pool }, clock, log }: AggregatorOptions): RecurringTask {
  return startRecurringTask({
    name: 'statistics',
    intervalMs: statisticsIntervalMs,
    log,
    run: async () => {
      const partitions = await analyzeGrownPartitions(pool, clock.now());
      if (partitions.length > 0) log.info({ partitions }, 'statistics updated');
    },
  });
}

function startPlatformMail({
  database: { pool },
  broker,
  clock,
  log,
  metrics,
  platformFrom,
}: AggregatorOptions): {
  readonly platformMail: PlatformMail;
  close(): Promise<void>;
} {
  const acceptEmails = createAcceptEmails({
    pool,
    publishJob: (queue, job) => broker.publisher.publishJob(queue, job),
    clock,
    metrics,
    log,
  });
  return {
    platformMail: createPlatformMail({ pool, acceptEmails, platformFrom, clock }),
    close: () => acceptEmails.drain(),
  };
}

/** A person waits for them, but minutes would do as well. */
const noticesIntervalMs = 2_000;

function startNotices(options: AggregatorOptions, platformMail: PlatformMail): RecurringTask {
  const { database, clock, log } = options;
  return startRecurringTask({
    name: 'notices',
    intervalMs: options.noticesIntervalMs ?? noticesIntervalMs,
    log,
    run: createSendNotices({ pool: database.pool, platformMail, clock, log }),
  });
}

function startWatch(options: AggregatorOptions, platformMail: PlatformMail): { close(): Promise<void> } {
  const { database, platformFrom, alertRecipients: recipients, alertSmtp: smtp, watch, clock, log } = options;
  const { pool } = database;
  return watchPlatform({
    ...{ ...watch, pool, clock, log },
    sendAlertMail: createSendAlertMail({ pool, platformMail, platformFrom, recipients, smtp, log }),
    intervalMs: options.watchIntervalMs,
  });
}
