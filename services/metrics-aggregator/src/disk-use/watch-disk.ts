import { statfs } from 'node:fs/promises';
import { daysUntilFull, readDiskGrowth, type KeptDays, type Pool } from '@postrider/db';
import {
  startRecurringTask,
  type Clock,
  type Logger,
  type Metrics,
  type RecurringTask,
} from '@postrider/runtime';

interface WatchOptions {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly keptDays: KeptDays;
  /** A path on the disk of PostgreSQL; empty: its free space is not known. */
  readonly diskPath: string;
  readonly intervalMs?: number | undefined;
}

interface Forecast {
  readonly databaseBytes: number;
  readonly fullInDays: number | null;
}

/** Sizes of some hundred files: tens of milliseconds. */
const watchIntervalMs = 300_000;

/** Reports how large the database is, and when the disk is full if mail goes on as in the last two weeks. */
export function watchDisk(options: WatchOptions): RecurringTask {
  const { pool, clock, log, metrics, keptDays, diskPath, intervalMs = watchIntervalMs } = options;
  let seen: Forecast | null = null;
  metrics.gauge('postrider_database_bytes', 'Size of the database.', () =>
    seen === null ? [] : [{ value: seen.databaseBytes }],
  );
  metrics.gauge(
    'postrider_disk_full_in_days',
    'Days until the disk of PostgreSQL is full, at the growth of the last two weeks.',
    () => (seen === null || seen.fullInDays === null ? [] : [{ value: seen.fullInDays }]),
  );
  return startRecurringTask({
    name: 'disk',
    intervalMs,
    log,
    run: async () => {
      const growth = await readDiskGrowth(pool, { now: clock.now(), keptDays });
      const fullInDays = diskPath === '' ? null : daysUntilFull(await freeBytes(diskPath), growth);
      seen = { databaseBytes: growth.databaseBytes, fullInDays };
    },
  });
}

async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}
