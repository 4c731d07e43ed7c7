import {
  allSendingChanged,
  changeAllSendingRequest,
  changeRestoredRequest,
  drainQueuesRequest,
  operatorDrains,
  operatorRestorations,
  restoredChanged,
  resumeQueuesRequest,
  type OperatorDrains,
  type OperatorRestorations,
} from '@postrider/contracts/console';
import { invalidRequest } from '@postrider/contracts/errors';
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
import { operatorRoute } from '../console-route';
import type { ConsoleTools } from '../console-tools';
import { loginOf, organizationIdOf } from './platform';

/** Each is a transaction of some milliseconds. */
const organizationsOfRequestMax = 200;

/** 500 in each. */
const restoredPagesOfRequestMax = 4;

export const restorationRoutes = [
  operatorRoute({
    operationId: 'listOperatorRestorations',
    method: 'GET',
    path: '/operator/restorations',
    summary: 'List restored backups',
    description: 'Returns when a restored database was recognized, and what is still held, by organization.',
    success: { status: 200, schema: operatorRestorations },
    errors: [],
    handle: async (_request, { pool }) => ({ body: await readRestorations(pool) }),
  }),
  operatorRoute({
    operationId: 'declareRestoration',
    method: 'POST',
    path: '/operator/restorations',
    isSensitive: true,
    summary: 'Hold all due email',
    description:
      'For a restored database that was not recognized: workers hold all due email, broadcasts and runs.',
    success: { status: 200, schema: operatorRestorations },
    errors: ['validation_error'],
    handle: async ({ session }, { pool }) => {
      if (!(await declareRestoration(pool, loginOf(session)))) {
        throw invalidRequest('Workers are already holding due email.');
      }
      return { body: await readRestorations(pool) };
    },
  }),
  operatorRoute({
    operationId: 'changeRestored',
    method: 'POST',
    path: '/operator/restorations/changes',
    body: changeRestoredRequest,
    summary: 'Release or cancel what was held',
    description:
      'Releases or cancels broadcasts or automation runs that were held after restoring a backup. A request changes 2,000 at most, each page with an entry in the audit log of its organizations.',
    success: { status: 200, schema: restoredChanged },
    errors: [],
    handle: async ({ session, body }, { pool }) => {
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
    },
  }),
];

async function readRestorations(pool: ConsoleTools['pool']): Promise<OperatorRestorations> {
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

export const drainRoutes = [
  operatorRoute({
    operationId: 'changeAllSending',
    method: 'POST',
    path: '/operator/sending',
    body: changeAllSendingRequest,
    summary: 'Pause or resume all sending',
    description:
      'Pauses each organization that is not paused, or resumes those that are paused with exactly this reason. A request changes 200 organizations at most, each with an entry in its audit log.',
    success: { status: 200, schema: allSendingChanged },
    errors: [],
    handle: async ({ session, body }, { pool, bumpCacheVersion }) => {
      const { change, reason, dry_run } = body;
      const limit = dry_run ? Infinity : organizationsOfRequestMax;
      const { organizations, isMore: is_more } = await changeAllSending(
        { pool, bumpCacheVersion },
        { change, reason, dryRun: dry_run, limit, operator: loginOf(session) },
      );
      return { body: { object: 'all_sending_change' as const, change, dry_run, organizations, is_more } };
    },
  }),
  operatorRoute({
    operationId: 'listOperatorDrains',
    method: 'GET',
    path: '/operator/drains',
    summary: 'List drained queues',
    description: 'Returns the queues of email with their drains, and the newest drains of the past.',
    success: { status: 200, schema: operatorDrains },
    errors: [],
    handle: async (_request, { pool }) => ({ body: await readDrains(pool) }),
  }),
  operatorRoute({
    operationId: 'drainQueues',
    method: 'POST',
    path: '/operator/drains',
    body: drainQueuesRequest,
    summary: 'Drain queues',
    description:
      'Stops all workers from claiming email of the queues, until they are resumed. Email that is being sent is still sent: `in_progress` counts it. A queue that is drained keeps its reason.',
    success: { status: 200, schema: operatorDrains },
    errors: [],
    handle: async ({ session, body: { queues, reason } }, { pool }) => {
      await insertDrains(pool, { queues: [...new Set(queues)], reason, operator: loginOf(session) });
      return { body: await readDrains(pool) };
    },
  }),
  operatorRoute({
    operationId: 'resumeQueues',
    method: 'POST',
    path: '/operator/drains/resume',
    body: resumeQueuesRequest,
    summary: 'Resume drained queues',
    description: 'Workers send the email of the queues again.',
    success: { status: 200, schema: operatorDrains },
    errors: [],
    handle: async ({ session, body: { queues } }, { pool }) => {
      await endDrains(pool, { queues, operator: loginOf(session) });
      return { body: await readDrains(pool) };
    },
  }),
];

const historyMax = 100;

async function readDrains(pool: ConsoleTools['pool']): Promise<OperatorDrains> {
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
