import { findSegmentTopics, segmentSql, topicsOf } from '@postrider/audiences';
import type {
  AutomationCondition,
  ConditionStep,
  EventCondition,
  SegmentCondition,
  WaitCondition,
} from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import type { ClaimedRun } from '../claimed-run';
import { contactDeleted, type StepResult } from './step-result';

/** By the same SQL as segments, on one contact: what a segment holds and what a condition says never differ. */
export async function takeCondition(
  pool: Pool,
  run: ClaimedRun,
  { if: { all } }: ConditionStep,
): Promise<StepResult> {
  const filter = { all: all.filter(isOfContact) };
  const topics = await findSegmentTopics(pool, run.organizationId, topicsOf(filter));
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const [contact, organization] = [bind(run.contactId), bind(run.organizationId)];
  const { joins, where } = segmentSql(filter, topics, bind);
  const met = [
    where,
    eventSql(all.filter(isOfEvent), run, bind),
    ...all.filter(isOfWait).map(waitSql(run, bind)),
  ];
  const { rows } = await pool.query<{ met: boolean }>(
    `SELECT coalesce(${met.map((each) => `(${each})`).join(' AND ')}, false) AS met FROM contacts c${joins}
     WHERE c.id = ${contact}::uuid AND c.organization_id = ${organization}::uuid`,
    values,
  );
  const [row] = rows;
  if (row === undefined) return contactDeleted;
  const branch = row.met ? 'then' : 'else';
  return { kind: 'taken', branch, detail: branch };
}

type Bind = (value: unknown) => string;

/** Properties of the event stand where those of a contact would. */
function eventSql(conditions: readonly EventCondition[], { properties }: ClaimedRun, bind: Bind): string {
  if (conditions.length === 0) return 'true';
  const all = conditions.map(({ event_property: property, ...rest }) => ({ property, ...rest }));
  const { where } = segmentSql({ all }, [], bind);
  return `SELECT ${where} FROM (SELECT ${bind(JSON.stringify(properties))}::jsonb AS properties) c`;
}

/** How the last wait for an event ended, as its step says. */
function waitSql({ id }: ClaimedRun, bind: Bind): (condition: WaitCondition) => string {
  return ({ waited }) => `coalesce((
    SELECT detail = ${bind(waited)} FROM automation_steps
    WHERE run_id = ${bind(id)}::uuid AND type = 'wait_until' AND detail IN ('event', 'timeout')
    ORDER BY number DESC LIMIT 1), false)`;
}

function isOfEvent(condition: AutomationCondition): condition is EventCondition {
  return 'event_property' in condition;
}

function isOfWait(condition: AutomationCondition): condition is WaitCondition {
  return 'waited' in condition;
}

function isOfContact(condition: AutomationCondition): condition is SegmentCondition {
  return !isOfEvent(condition) && !isOfWait(condition);
}
