import type { AutomationRunResource, AutomationRunSummary } from '@postrider/contracts/automations';
import type { AutomationRunStatus } from '@postrider/contracts/statuses';
import {
  countCanceledSql,
  insertAuditEntry,
  withTransaction,
  type ApiGatewayDatabase,
  type Pool,
} from '@postrider/db';
import type { Author } from '../audit/record-audit-entry';
import { isoTimeSql } from '../paging/iso-time';
import type { PageStart } from '../paging/page';
import { createBinder, search, type Found, type Search } from '../paging/search';

export interface RunName {
  readonly organizationId: string;
  readonly automationId: string;
  readonly id: string;
}

export interface RunPage extends PageStart {
  readonly organizationId: string;
  readonly automationId: string;
  readonly status?: AutomationRunStatus | undefined;
  readonly contactId?: string | undefined;
}

export interface AutomationRunsRepository {
  find(run: RunName): Promise<AutomationRunResource | null>;
  list(page: RunPage): Promise<Found<AutomationRunSummary>>;
  /** One that runs. A step that a worker has in hand may still be taken. @returns whether it ran */
  cancel(run: RunName, author: Author): Promise<boolean>;
}

const columns = `'automation_run' AS object, c.id, c.automation_id, c.version, c.contact_id,
  (SELECT email FROM contacts WHERE id = c.contact_id AND organization_id = c.organization_id) AS contact_email, c.event_id,
  c.status, c.detail, CASE WHEN c.status = 'running' THEN c.position END AS position,
  ${isoTimeSql('c.due_at')} AS due_at, c.waiting_event, c.steps AS steps_taken,
  ${isoTimeSql('c.started_at')} AS started_at, ${isoTimeSql('c.finished_at')} AS finished_at`;

export function createAutomationRunsRepository({
  pool,
}: Pick<ApiGatewayDatabase, 'pool'>): AutomationRunsRepository {
  return {
    find: async ({ organizationId, automationId, id }) => {
      const { rows } = await pool.query<AutomationRunResource>({
        name: 'automations.find-run',
        text: `SELECT ${columns}, c.properties, coalesce((
            SELECT json_agg(json_build_object('number', s.number, 'position', s.position, 'type', s.type,
              'outcome', s.outcome, 'detail', s.detail, 'email_id', s.message_id, 'at', ${isoTimeSql('s.taken_at')})
              ORDER BY s.number)
            FROM automation_steps s WHERE s.run_id = c.id), '[]') AS history
          FROM automation_runs c WHERE c.organization_id = $1 AND c.automation_id = $2 AND c.id = $3`,
        values: [organizationId, automationId, id],
      });
      return rows[0] ?? null;
    },

    list: (page) => search<AutomationRunSummary>(pool, runsSearch(page)),

    cancel: ({ organizationId, automationId, id }, { actor }) =>
      withTransaction(pool, async (client) => {
        const { rowCount } = await client.query({
          name: 'automations.cancel-run',
          text: `WITH canceled AS (
              UPDATE automation_runs SET ${canceled}
              WHERE organization_id = $1 AND automation_id = $2 AND id = $3 AND status = 'running'
              RETURNING id, automation_id, version, position, organization_id
            ), counted AS (${countCanceledSql('canceled')})
            SELECT id FROM canceled`,
          values: [organizationId, automationId, id],
        });
        if (rowCount === 0) return false;
        await insertAuditEntry(client, {
          organizationId,
          actor,
          action: 'automation.cancel_run',
          target: { type: 'automation', id: automationId },
          after: { run_id: id },
        });
        return true;
      }),
  };
}

/** A worker that has its step in hand finds its lease gone. */
export const canceled = `status = 'canceled', finished_at = now(), due_at = NULL, waiting_since = NULL,
  waiting_event = NULL, lease_owner = NULL, lease_until = NULL`;

/** Newest first; those of a contact by an index of their own. */
function runsSearch({ organizationId, automationId, status, contactId, limit, beforeId }: RunPage): Search {
  const bind = createBinder();
  const driven = [
    `organization_id = ${bind.value('organization', organizationId, 'uuid')}`,
    `automation_id = ${bind.value('automation', automationId, 'uuid')}`,
  ];
  if (beforeId !== null) driven.push(`id < ${bind.value('before', beforeId, 'uuid')}`);
  if (contactId !== undefined) driven.push(`contact_id = ${bind.value('contact', contactId, 'uuid')}`);
  const candidateValues = bind.values.length;
  const filters = status === undefined ? [] : [`c.status = ${bind.value('status', status, 'text')}`];
  return {
    candidates: (rowsMax) =>
      `SELECT * FROM automation_runs WHERE ${driven.join(' AND ')} ORDER BY id DESC LIMIT ${rowsMax}`,
    ...{ filters, columns, limit, values: bind.values, candidateValues },
  };
}

const batchMax = 1_000;
const batchesMax = 20;
/** An event that had seen the automation before it was deleted has committed by then: its statements end after 10 s. */
const settleSeconds = 60;

/** Cancels what still runs of deleted automations, a batch at a time. @returns `again` when there may be more */
export async function sweepDeletedAutomations(pool: Pool): Promise<'again' | void> {
  const { rows } = await pool.query<{ id: string; is_settled: boolean }>({
    name: 'automations.find-deleted',
    text: `SELECT id, deleted_at < now() - make_interval(secs => $1) AS is_settled
      FROM automations WHERE cancel_runs ORDER BY id LIMIT ${batchesMax}`,
    values: [settleSeconds],
  });
  let isMore = false;
  for (const { id, is_settled: isSettled } of rows) {
    const { rowCount } = await pool.query({
      name: 'automations.cancel-runs',
      text: `UPDATE automation_runs SET ${canceled}, detail = 'automation_deleted'
        WHERE id IN (SELECT id FROM automation_runs WHERE automation_id = $1 AND status = 'running'
          ORDER BY id LIMIT ${batchMax} FOR UPDATE SKIP LOCKED)`,
      values: [id],
    });
    if (rowCount === batchMax) isMore = true;
    else if (isSettled) await endCancellation(pool, id);
  }
  return isMore ? 'again' : undefined;
}

async function endCancellation(pool: Pool, automationId: string): Promise<void> {
  await pool.query({
    name: 'automations.end-cancellation',
    text: `UPDATE automations SET cancel_runs = false
      WHERE id = $1 AND NOT EXISTS (SELECT FROM automation_runs WHERE automation_id = $1 AND status = 'running')`,
    values: [automationId],
  });
}
