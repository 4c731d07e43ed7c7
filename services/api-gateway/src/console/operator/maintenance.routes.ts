import { invalidRequest } from '@postrider/contracts';
import type { OperatorDrains, OperatorRestorations } from '@postrider/contracts/console';
import { dueQueues } from '@postrider/db';
import {
  changeAllSending,
  changeHeld,
  countChosen,
  countHeld,
  declareRestoration,
  endDrains,
  insertDrains,
  listDrains,
  listRestorations,
  readOpenDrains,
} from '@postrider/operator';
import { consoleRoute, type ConsoleRoute } from '../console-route';
import { maintenanceEndpoints as endpoints } from '../endpoints/maintenance.endpoints';
import { loginOf, organizationIdOf, type OperatorRouteOptions } from './platform';

/** Each is a transaction of some milliseconds. */
const organizationsOfRequestMax = 200;

export function maintenanceRoutes(options: OperatorRouteOptions): ConsoleRoute[] {
  return [...drainRoutes(options), ...restorationRoutes(options)];
}

/** 500 in each. */
const restoredPagesOfRequestMax = 4;

function restorationRoutes({ pool }: OperatorRouteOptions): ConsoleRoute[] {
  return [
    consoleRoute(endpoints.listRestorations, async () => ({ body: await readRestorations(pool) })),
    consoleRoute(endpoints.declareRestoration, async ({ session }) => {
      if (!(await declareRestoration(pool, loginOf(session)))) {
        throw invalidRequest('Workers are already holding due email.');
      }
      return { body: await readRestorations(pool) };
    }),
    consoleRoute(endpoints.changeRestored, async ({ session, body }) => {
      const { kind, change, organization, dry_run } = body;
      const organizationId = await organizationIdOf(pool, organization);
      const filter = { organizationId, subjectId: null };
      const done = { object: 'restored_change' as const, kind, change, dry_run };
      if (dry_run) return { body: { ...done, count: await countChosen(pool, kind, filter), is_more: false } };
      const operator = loginOf(session);
      let [count, changed] = [0, 0];
      for (let page = 0; page < restoredPagesOfRequestMax; page += 1) {
        changed = await changeHeld(pool, filter, { kind, change, operator });
        count += changed;
        if (changed === 0) break;
      }
      return { body: { ...done, count, is_more: changed > 0 } };
    }),
  ];
}

async function readRestorations(pool: OperatorRouteOptions['pool']): Promise<OperatorRestorations> {
  const [restorations, held] = await Promise.all([listRestorations(pool), countHeld(pool)]);
  return {
    object: 'operator_restorations',
    restorations: restorations.map(({ found_at, held_at, ...row }) => ({
      ...row,
      found_at: found_at.toISOString(),
      held_at: held_at?.toISOString() ?? null,
    })),
    held: [...held],
  };
}

function drainRoutes({ pool, bumpCacheVersion }: OperatorRouteOptions): ConsoleRoute[] {
  const read = () => readDrains(pool);
  return [
    consoleRoute(endpoints.changeAllSending, async ({ session, body }) => {
      const { change, reason, dry_run } = body;
      const limit = dry_run ? Infinity : organizationsOfRequestMax;
      const { organizations, isMore: is_more } = await changeAllSending(
        { pool, bumpCacheVersion },
        { change, reason, dryRun: dry_run, limit, operator: loginOf(session) },
      );
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
