import type { AutomationCondition, EventCondition, WaitCondition } from '@postrider/contracts/automations';
import type { SegmentCondition } from '@postrider/contracts/segments';
import type { Pool } from '@postrider/db';
import {
  contactByContact,
  filterSql,
  joinsSql,
  joinTopics,
  prepareFilters,
  type Bind,
  type JoinedTopics,
} from '../segments/segment-sql';

export type WaitResult = WaitCondition['waited'];

/** What conditions are about. */
export interface ConditionSubject {
  readonly organizationId: string;
  readonly contactId: string;
  /** Properties of the event that started the run. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** How the run's last wait for an event ended; null: there was none. */
  readonly waited: WaitResult | null;
}

/**
 * Which of the conditions are met, in their order; null: there is no such contact. By the same SQL as segments, on one contact: what a
 * segment holds and what a condition says never differ.
 * @throws AppError `service_unavailable`, as `prepareFilters`
 */
export async function checkConditions(
  pool: Pool,
  subject: ConditionSubject,
  conditions: readonly AutomationCondition[],
): Promise<readonly boolean[] | null> {
  const filter = { all: conditions.filter(isOfContact) };
  const topics = await prepareFilters(pool, subject.organizationId, [filter]);
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const [contact, organization] = [bind(subject.contactId), bind(subject.organizationId)];
  const joined = joinTopics({ filters: [filter], topics, join: contactByContact }, bind);
  const met = conditions.map(
    (condition) => `coalesce((${conditionSql(condition, subject, { joined, bind })}), false)`,
  );
  const { rows } = await pool.query<{ met: boolean[] }>(
    `SELECT ARRAY[${met.join(', ')}]::boolean[] AS met FROM contacts c${joinsSql(joined)}
     WHERE c.id = ${contact}::uuid AND c.organization_id = ${organization}::uuid`,
    values,
  );
  return rows[0]?.met ?? null;
}

/** An event, and what a trigger asks of its properties. */
interface TriggeringEvent {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly conditions: readonly EventCondition[];
}

/** Of one statement: 41 parameters each at most. */
const checkedAtOnce = 500;

/** Which of the events meet all their conditions, in their order: by the SQL of condition steps. */
export async function checkTriggeringEvents(
  client: Pick<Pool, 'query'>,
  events: readonly TriggeringEvent[],
): Promise<readonly boolean[]> {
  const met: boolean[] = [];
  for (let start = 0; start < events.length; start += checkedAtOnce) {
    const values: unknown[] = [];
    const bind = (value: unknown): string => `$${values.push(value)}`;
    const joined: JoinedTopics = new Map();
    const each = events.slice(start, start + checkedAtOnce).map(({ properties, conditions }) => {
      const all = conditions.map(({ event_property: property, ...rest }) => ({ property, ...rest }));
      return `coalesce((SELECT ${filterSql({ all }, joined, bind)}
        FROM (SELECT ${bind(JSON.stringify(properties))}::jsonb AS properties) c), false)`;
    });
    const { rows } = await client.query<{ met: boolean[] }>(
      `SELECT ARRAY[${each.join(', ')}]::boolean[] AS met`,
      values,
    );
    met.push(...(rows[0]?.met ?? []));
  }
  return met;
}

function conditionSql(
  condition: AutomationCondition,
  { properties, waited }: ConditionSubject,
  { joined, bind }: { readonly joined: JoinedTopics; readonly bind: Bind },
): string {
  if (isOfWait(condition)) return String(condition.waited === waited);
  if (isOfContact(condition)) return filterSql({ all: [condition] }, joined, bind);
  // Properties of the event stand where those of a contact would.
  const { event_property: property, ...rest } = condition;
  const where = filterSql({ all: [{ property, ...rest }] }, joined, bind);
  return `SELECT ${where} FROM (SELECT ${bind(JSON.stringify(properties))}::jsonb AS properties) c`;
}

export function isOfWait(condition: AutomationCondition): condition is WaitCondition {
  return 'waited' in condition;
}

function isOfEvent(condition: AutomationCondition): condition is EventCondition {
  return 'event_property' in condition;
}

function isOfContact(condition: AutomationCondition): condition is SegmentCondition {
  return !isOfEvent(condition) && !isOfWait(condition);
}
