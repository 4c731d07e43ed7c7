import type { ApiGatewayDatabase } from '@postrider/db';
import { startRecurringTask, type Logger, type Metrics, type ThreadPool } from '@postrider/runtime';
import type { Route } from '../http/route';
import type { CursorCodec } from '../paging/cursor';
import { createSuppressionsRepository } from './entries/suppressions.repository';
import { createImportPagesRepository } from './imports/import-pages.repository';
import { createImportsRepository } from './imports/imports.repository';
import { createRunImports } from './imports/run-imports';
import { sweepSuppressions } from './imports/sweep-imports';
import { suppressionRoutes } from './suppressions.routes';

export interface SuppressionOptions {
  readonly importBytesMax: number;
  /** How often imports are looked for that another process, or one that died, has left. */
  readonly importSweepIntervalMs: number;
}

export interface SuppressionFeature {
  readonly routes: Route[];
  /** Reads the files that have arrived, from now on. */
  start(): { close(): Promise<void> };
}

const sweepIntervalMs = 60_000;

export function createSuppressionFeature(options: {
  readonly database: ApiGatewayDatabase;
  readonly threads: ThreadPool;
  readonly cursors: CursorCodec;
  readonly suppressions: SuppressionOptions;
  readonly log: Logger;
  readonly metrics: Metrics;
}): SuppressionFeature {
  const { database, log } = options;
  const { importBytesMax, importSweepIntervalMs } = options.suppressions;
  const { pool } = database;
  let wakeImports = (): void => undefined;
  return {
    routes: suppressionRoutes({
      ...options,
      suppressions: createSuppressionsRepository(database),
      imports: createImportsRepository(database),
      importBytesMax,
      wakeImports: () => wakeImports(),
    }),
    start: () => {
      const run = createRunImports({ ...options, pages: createImportPagesRepository({ pool }) });
      const importing = startRecurringTask({ name: 'imports', intervalMs: importSweepIntervalMs, log, run });
      const sweep = startRecurringTask({
        name: 'suppressions',
        intervalMs: sweepIntervalMs,
        log,
        run: () => sweepSuppressions(pool),
      });
      wakeImports = () => importing.wake();
      return {
        close: async () => {
          await importing.close();
          await sweep.close();
        },
      };
    },
  };
}
