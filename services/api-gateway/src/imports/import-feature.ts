import type { ApiGatewayDatabase, Pool } from '@postrider/db';
import { startRecurringTask, type Logger, type Metrics, type ThreadPool } from '@postrider/runtime';
import { createHeldImportsRepository } from './held-imports.repository';
import type { ImportKind } from './import-kind';
import type { ImportRouteOptions } from './import-routes';
import { createImportsRepository } from './imports.repository';
import { createRunImports } from './run-imports';

export interface ImportSettings {
  /** Of one file. */
  readonly bytesMax: number;
  /** How often imports are looked for that another process, or one that died, has left. */
  readonly sweepIntervalMs: number;
}

export interface ImportFeature {
  /** For the endpoints that take files, and show their results. */
  readonly routeOptions: Omit<ImportRouteOptions, 'cursors'>;
  /** Reads the files that have arrived, from now on. */
  start(): { close(): Promise<void> };
}

const sweepIntervalMs = 60_000;

export function createImportFeature(options: {
  readonly database: ApiGatewayDatabase;
  readonly kinds: readonly ImportKind[];
  readonly threads: ThreadPool;
  readonly settings: ImportSettings;
  readonly log: Logger;
  readonly metrics: Metrics;
}): ImportFeature {
  const { database, settings, log } = options;
  const { pool } = database;
  let wake = (): void => undefined;
  return {
    routeOptions: {
      imports: createImportsRepository(database),
      importBytesMax: settings.bytesMax,
      wakeImports: () => wake(),
    },
    start: () => {
      const run = createRunImports({ ...options, imports: createHeldImportsRepository({ pool }) });
      const { sweepIntervalMs: intervalMs } = settings;
      const importing = startRecurringTask({ name: 'imports', intervalMs, log, run });
      const sweep = startRecurringTask({
        name: 'import sweep',
        intervalMs: sweepIntervalMs,
        log,
        run: () => sweepImports(pool),
      });
      wake = () => importing.wake();
      return {
        close: async () => {
          await importing.close();
          await sweep.close();
        },
      };
    },
  };
}

/** Files whose sender, or whose process, went away while they arrived. */
const deleteAbandonedSql = `
DELETE FROM imports WHERE id IN (
  SELECT id FROM imports WHERE status = 'receiving' AND lease_until <= now() LIMIT 100 FOR UPDATE SKIP LOCKED)`;

/** With their refusals. UUIDv7 ids are not asked: an import may run for days while its database is unavailable. */
const deleteOldSql = `
DELETE FROM imports WHERE id IN (
  SELECT id FROM imports WHERE finished_at < now() - interval '30 days' LIMIT 10 FOR UPDATE SKIP LOCKED)`;

/** Deletes what is no longer visible or needed, a page of each. `'again'`: there may be more. */
export async function sweepImports(pool: Pool): Promise<'again' | void> {
  await pool.query({ name: 'imports.delete-abandoned', text: deleteAbandonedSql });
  const { rowCount } = await pool.query({ name: 'imports.delete-old', text: deleteOldSql });
  return rowCount === 10 ? 'again' : undefined;
}
