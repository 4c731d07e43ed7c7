import { readBackupAges, writeLogRecord, type BackupAges, type Pool } from '@postrider/db';
import { startRecurringTask, type Logger, type Metrics, type RecurringTask } from '@postrider/runtime';

interface WatchOptions {
  readonly pool: Pool;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly intervalMs?: number | undefined;
}

const watchIntervalMs = 30_000;
/** A figure that could not be read again for so long is no longer reported. */
const readingKeptMs = 120_000;
/** Half of `archive_timeout` more than it: a log that is older has nothing in it, or fails. */
const quietSeconds = 90;

/** Reports how old backups are, where `postrider backup` makes them. All replicas report the same. */
export function watchBackups(options: WatchOptions): RecurringTask {
  const { pool, log, metrics, intervalMs = watchIntervalMs } = options;
  let seen: { readonly ages: BackupAges; readonly atMs: number } | null = null;
  const observe = (name: string, help: string, read: (ages: BackupAges) => number): void =>
    metrics.gauge(name, help, () => {
      const passedMs = seen === null ? Infinity : performance.now() - seen.atMs;
      return seen === null || passedMs > readingKeptMs ? [] : [{ value: read(seen.ages) + passedMs / 1_000 }];
    });
  observe(
    'postrider_backup_age_seconds',
    'Time since the newest complete base backup ended.',
    ({ baseSeconds }) => baseSeconds,
  );
  observe(
    'postrider_backup_wal_age_seconds',
    'Age of the newest write-ahead log in the backup.',
    ({ logSeconds }) => logSeconds,
  );
  return startRecurringTask({
    name: 'backups',
    intervalMs,
    log,
    run: async () => {
      const ages = await readBackupAges(pool);
      seen = ages === null ? null : { ages, atMs: performance.now() };
      if (ages !== null && ages.logSeconds > quietSeconds) await writeLogRecord(pool);
    },
  });
}
