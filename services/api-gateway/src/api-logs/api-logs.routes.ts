import type { Pool } from '@postrider/db';
import type { Route } from '../http/route';
import type { CursorCodec } from '../paging/cursor';
import { createApiLogsRepository } from './api-logs.repository';
import { listApiLogsRoute } from './list-api-logs.route';
import { readApiLogRoute } from './read-api-log.route';

export function apiLogRoutes({
  pool,
  cursors,
}: {
  readonly pool: Pool;
  readonly cursors: CursorCodec;
}): Route[] {
  const logs = createApiLogsRepository(pool);
  return [listApiLogsRoute(logs, cursors), readApiLogRoute(logs)];
}
