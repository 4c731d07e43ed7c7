import { AppError } from '@postrider/contracts/errors';
import {
  conditionsOf,
  segmentFilter,
  type SegmentCondition,
  type SegmentFilter,
  type SegmentFilterItem,
} from '@postrider/contracts/segments';
import { isContactActivityKnown, type Pool } from '@postrider/db';

/** A topic as conditions see it. */
export interface SegmentTopic {
  readonly id: string;
  readonly slug: string;
  readonly defaultOptIn: boolean;
}

/** Adds a parameter to the statement; its placeholder. */
export type Bind = (value: unknown) => string;

export interface SegmentSql {
  /** Follows `FROM contacts c` (or whatever has its columns under that name), or empty. Never more than a row a contact. */
  readonly joins: string;
  /** A condition over `c` and the joins; `true` for a filter without conditions. */
  readonly where: string;
}

/** A filter as its row holds it: null when it no longer parses, which its users answer with `invalid_segment`. */
export function parseStoredFilter(filter: unknown): SegmentFilter | null {
  return segmentFilter.safeParse(filter).data ?? null;
}

/** Slugs of the topics that a filter names. */
export function topicsOf(filter: SegmentFilter): string[] {
  return conditionsOf(filter).flatMap((condition) => ('topic' in condition ? condition.topic : []));
}

const unknownRetrySeconds = 60;

/**
 * What the SQL of filters needs: those of their topics that the organization has.
 * @throws AppError `service_unavailable` while a condition cannot be answered: who has not opened anything is not known as long as
 *   stored events have not been read
 */
export async function prepareFilters(
  pool: Pick<Pool, 'query'>,
  organizationId: string,
  filters: readonly SegmentFilter[],
): Promise<readonly SegmentTopic[]> {
  if (filters.some(asksForActivity) && !(await isContactActivityKnown(pool))) {
    const message = 'Opens, clicks and deliveries of stored emails are still being read. Try again later.';
    throw new AppError('service_unavailable', message, { retryAfterSeconds: unknownRetrySeconds });
  }
  const slugs = filters.flatMap(topicsOf);
  if (slugs.length === 0) return [];
  const { rows } = await pool.query<SegmentTopic>({
    name: 'segments.find-topics',
    text: `SELECT id, slug, default_opt_in AS "defaultOptIn" FROM topics WHERE organization_id = $1 AND slug = ANY($2)`,
    values: [organizationId, slugs],
  });
  return rows;
}

/** Whether a condition of the filter needs what `isContactActivityKnown` is about. */
export function asksForActivity(filter: SegmentFilter): boolean {
  return conditionsOf(filter).some((condition) => 'activity' in condition);
}

/**
 * Who meets a filter, over `contacts c`. What filters say becomes parameters, never text. A topic that is not among
 * `topics` matches no contact, whichever state is asked for. The organization is the statement's own condition.
 */
export function segmentSql(filter: SegmentFilter, topics: readonly SegmentTopic[], bind: Bind): SegmentSql {
  const joined = joinTopics({ filters: [filter], topics, join: contactByContact }, bind);
  return { joins: joinsSql(joined), where: filterSql(filter, joined, bind) };
}

interface JoinedTopic {
  readonly join: string;
  /** A contact's state, also of one that never chose. */
  readonly state: string;
}

export type JoinedTopics = ReadonlyMap<string, JoinedTopic>;

type JoinTopic = (alias: string, topic: string) => string;

/**
 * A look-up by primary key for each contact. OFFSET keeps the planner from any other way: for a page of contacts it would
 * now and then read every subscription of the topic instead.
 */
export const contactByContact: JoinTopic = (alias, topic) =>
  ` LEFT JOIN LATERAL (SELECT state FROM topic_subscriptions WHERE contact_id = c.id AND topic_id = ${topic} OFFSET 0) ${alias} ON true`;

interface TopicJoins {
  readonly filters: readonly SegmentFilter[];
  readonly topics: readonly SegmentTopic[];
  readonly join: JoinTopic;
}

/** The topics that any of the filters names, joined once each. */
export function joinTopics({ filters, topics, join }: TopicJoins, bind: Bind): JoinedTopics {
  const named = new Set(filters.flatMap(topicsOf));
  const wanted = topics.filter(({ slug }) => named.has(slug));
  return new Map(
    wanted.map(({ id, slug, defaultOptIn }, index) => {
      const alias = `s${index}`;
      const byDefault = defaultOptIn ? 'SUBSCRIBED' : 'UNSUBSCRIBED';
      return [
        slug,
        { join: join(alias, `${bind(id)}::uuid`), state: `coalesce(${alias}.state, '${byDefault}')` },
      ];
    }),
  );
}

export function joinsSql(joined: JoinedTopics): string {
  return [...joined.values()].map(({ join }) => join).join('');
}

export function filterSql({ all, any }: SegmentFilter, joined: JoinedTopics, bind: Bind): string {
  const each = (items: readonly SegmentFilterItem[]): string[] =>
    items.map((item) => {
      if ('any' in item) return `(${each(item.any).join(' OR ')})`;
      if ('all' in item) return `(${each(item.all).join(' AND ')})`;
      return `(${conditionSql(item, joined, bind)})`;
    });
  const conditions = [...each(all), ...(any === undefined ? [] : [`(${each(any).join(' OR ')})`])];
  return conditions.length === 0 ? 'true' : conditions.join(' AND ');
}

function conditionSql(
  condition: SegmentCondition,
  topics: ReadonlyMap<string, JoinedTopic>,
  bind: Bind,
): string {
  if ('status' in condition) return `c.status = ${bind(condition.status)}`;
  if ('property' in condition) return propertySql(condition, bind);
  if ('field' in condition) return fieldSql(condition, bind);
  if ('date' in condition) return dateSql(condition, bind);
  if ('broadcast' in condition) return broadcastSql(condition, bind);
  if ('activity' in condition) return activitySql(condition, bind);
  if ('form' in condition) return formSql(condition, bind);
  if ('import' in condition) return importSql(condition, bind);
  const topic = topics.get(condition.topic);
  return topic === undefined ? 'false' : `${topic.state} = ${bind(condition.state)}`;
}

type FieldCondition = Extract<SegmentCondition, { field: string }>;

const fieldColumns: Readonly<Record<FieldCondition['field'], string>> = {
  first_name: 'c.first_name',
  last_name: 'c.last_name',
  email: 'c.email',
  email_domain: `split_part(c.email, '@', 2)`,
};

function fieldSql({ field, op, value }: FieldCondition, bind: Bind): string {
  const text = `lower(${fieldColumns[field]})`;
  const wanted = `lower(${bind(value)}::text)`;
  if (op === 'contains') return `strpos(${text}, ${wanted}) > 0`;
  return `${text} ${op === 'eq' ? '=' : 'IS DISTINCT FROM'} ${wanted}`;
}

type DateCondition = Extract<SegmentCondition, { date: string }>;

function dateSql({ date, op, value }: DateCondition, bind: Bind): string {
  const column = date === 'created_at' ? 'c.created_at' : 'c.updated_at';
  if (op === 'within_days')
    return `${column} >= now() - make_interval(days => ${bind(value)}::text::integer)`;
  return `${column} ${op === 'before' ? '<' : '>'} ${bind(value)}::text::timestamptz`;
}

type BroadcastCondition = Extract<SegmentCondition, { broadcast: string }>;

/**
 * Look-ups by primary key for each contact: OFFSET keeps the planner from reading all recipients of the broadcast, or all events
 * of their weeks.
 */
function broadcastSql(condition: BroadcastCondition, bind: Bind): string {
  const [isWanted, engagement] =
    'received' in condition
      ? [condition.received, '']
      : 'opened' in condition
        ? [condition.opened, engagementSql('opened')]
        : [condition.clicked, engagementSql('clicked')];
  return `${isWanted ? '' : 'NOT '}EXISTS (SELECT FROM broadcast_recipients r
    WHERE r.broadcast_id = ${bind(condition.broadcast)}::text::uuid AND r.contact_id = c.id
      AND r.organization_id = c.organization_id AND r.outcome = 'submitted'${engagement} OFFSET 0)`;
}

function engagementSql(type: 'opened' | 'clicked'): string {
  return ` AND EXISTS (SELECT FROM email_events e
        WHERE e.message_id = r.message_id AND e.type = '${type}' AND NOT e.machine OFFSET 0)`;
}

type FormCondition = Extract<SegmentCondition, { form: string }>;

/**
 * Look-ups by index for each contact. A form that is gone, or is another organization's, has no organization here: its conditions match no
 * contact, whatever they ask for. Whether a form added a contact is in the first entry of its history, whose source ends with the address
 * of the form.
 */
function formSql(condition: FormCondition, bind: Bind): string {
  const form = bind(condition.form);
  const isOwn = `c.organization_id = (SELECT organization_id FROM signup_forms WHERE id = ${form}::text::uuid)`;
  if ('confirmed' in condition) {
    return `${isOwn} AND ${condition.confirmed ? '' : 'NOT '}EXISTS (SELECT FROM signup_requests r
    WHERE r.organization_id = c.organization_id AND r.email_key = c.email_key AND r.form_id = ${form}::text::uuid
      AND r.confirmed_at IS NOT NULL OFFSET 0)`;
  }
  return `${isOwn} AND ${condition.added ? '' : 'NOT '}EXISTS (SELECT FROM subscription_changes h
    WHERE h.contact_id = c.id AND h.organization_id = c.organization_id AND h.topic IS NULL AND h.before IS NULL
      AND h.actor = 'form' AND h.source LIKE '%/f/' || lower(${form}::text) || ')' OFFSET 0)`;
}

type ImportCondition = Extract<SegmentCondition, { import: string }>;

/** Look-ups by primary key for each contact. An import whose contacts are not known matches none, whatever is asked for. */
function importSql(condition: ImportCondition, bind: Bind): string {
  const id = `${bind(condition.import)}::text::uuid`;
  const [isWanted, added] =
    'included' in condition ? [condition.included, ''] : [condition.added, ' AND i.added'];
  return `c.organization_id = (SELECT organization_id FROM imports WHERE id = ${id} AND keeps_contacts)
    AND ${isWanted ? '' : 'NOT '}EXISTS (SELECT FROM imported_contacts i
    WHERE i.contact_id = c.id AND i.organization_id = c.organization_id AND i.import_id = ${id}${added} OFFSET 0)`;
}

type ActivityCondition = Extract<SegmentCondition, { activity: string }>;

const activityColumns: Readonly<Record<ActivityCondition['activity'], string>> = {
  received: 'last_received_at',
  opened: 'last_opened_at',
  clicked: 'last_clicked_at',
};

/** A look-up by primary key for each contact, as those above. One without a row did nothing within any time. */
function activitySql({ activity, op, value }: ActivityCondition, bind: Bind): string {
  return `${op === 'within_days' ? '' : 'NOT '}EXISTS (SELECT FROM contact_activity a
    WHERE a.contact_id = c.id AND a.organization_id = c.organization_id
      AND a.${activityColumns[activity]} >= now() - make_interval(days => ${bind(value)}::text::integer) OFFSET 0)`;
}

type PropertyCondition = Extract<SegmentCondition, { property: string }>;

/** Values are compared with values of their own type only: a text is never more than a number. */
function propertySql(condition: PropertyCondition, bind: Bind): string {
  const property = `(c.properties -> ${bind(condition.property)}::text)`;
  const text = `(${property} #>> '{}')`;
  const json = (value: unknown): string => `${bind(JSON.stringify(value))}::jsonb`;
  switch (condition.op) {
    case 'eq':
      return `${property} = ${json(condition.value)}`;
    case 'neq':
      return `${property} IS DISTINCT FROM ${json(condition.value)}`;
    case 'contains': {
      const part = `strpos(lower(${text}), lower(${bind(condition.value)}::text)) > 0`;
      return `${property} @> ${json(condition.value)} OR (jsonb_typeof(${property}) = 'string' AND ${part})`;
    }
    case 'exists':
      return `coalesce(jsonb_typeof(${property}), 'null') ${condition.value ? '<>' : '='} 'null'`;
    case 'gt':
    case 'lt': {
      const sign = condition.op === 'gt' ? '>' : '<';
      if (typeof condition.value === 'number') {
        return `jsonb_typeof(${property}) = 'number' AND ${property} ${sign} ${json(condition.value)}`;
      }
      // By code points, so that ISO 8601 times of one zone sort by time whatever the database's collation is.
      return `jsonb_typeof(${property}) = 'string' AND ${text} COLLATE "C" ${sign} ${bind(condition.value)}::text`;
    }
  }
}
