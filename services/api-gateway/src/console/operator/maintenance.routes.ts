import type { OperatorDrains } from '@postrider/contracts';
import { dueQueues } from '@postrider/db';
import { changeAllSending, endDrains, insertDrains, listDrains, readOpenDrains } from '@postrider/operator';
import { consoleRoute, type ConsoleRoute } from '../console-route';
import { maintenanceEndpoints as endpoints } from '../endpoints/maintenance.endpoints';
import { loginOf, type OperatorRouteOptions } from './platform';

/** Each is a transaction of some milliseconds. */
const organizationsOfRequestMax = 200;

export function maintenanceRoutes({ pool, bumpCacheVersion }: OperatorRouteOptions): ConsoleRoute[] {
  const read = () => readDrains(pool);
  return [
    consoleRoute(endpoints.changeAllSending, async ({ session, body }) => {
      const { change, reason, dry_run } = body;
      const limit = dry_run ? Infinity : organizationsOfRequestMax;
      const organizations = await changeAllSending(
        { pool, bumpCacheVersion },
        { change, reason, dryRun: dry_run, limit, operator: loginOf(session) },
      );
      const is_more = organizations === limit;
      return { body: { object: 'all_sending_change' as const, change, dry_run, organizations, is_more } };
    }),
    consoleRoute(endpoints.listDrains, async () => ({ body: await read() })),
    consoleRoute(endpoints.drainQueues, async ({ session, body: { queues, reason } }) => {
      await insertDrains(pool, { queues: [...new Set(queues)], reason, operator: loginOf(session) });
      return { body: await read() };
    }),
    consoleRoute(endpoints.resumeQueues, async ({ session, body: { queues } }) => {
      await endDrains(pool, { queues, operator: loginOf(session) });
      return { body: await read() };
    }),
  ];
}

const historyMax = 100;

async function readDrains(pool: OperatorRouteOptions['pool']): Promise<OperatorDrains> {
  const [open, history] = await Promise.all([readOpenDrains(pool), listDrains(pool, historyMax)]);
  const openOf = new Map(open.map(({ queue, ...drain }) => [queue, drain]));
  return {
    object: 'operator_drains',
    queues: dueQueues.map((queue) => {
      const drain = openOf.get(queue);
      if (drain === undefined) return { queue, drain: null };
      const { reason, operator, started_at, in_progress } = drain;
      return { queue, drain: { reason, operator, started_at: started_at.toISOString(), in_progress } };
    }),
    history: history.map(({ queue, reason, operator, started_at, ended_at, ended_by }) => ({
      ...{ queue, reason, operator, ended_by },
      started_at: started_at.toISOString(),
      ended_at: ended_at?.toISOString() ?? null,
    })),
  };
}
