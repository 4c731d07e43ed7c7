import type { AutomationDefinition } from '@postrider/contracts/automations';
import type { PoolClient } from '@postrider/db';

/** An automation that begins with an event, as it is now. */
export interface Trigger {
  readonly automationId: string;
  readonly version: number;
  readonly onePerContact: boolean;
  /** Null: every event starts it. */
  readonly if: AutomationDefinition['trigger']['if'] | null;
}

interface Named {
  readonly organizationId: string;
  readonly event: string;
  /** That a contact entered; absent: the event is of no segment. */
  readonly segmentId?: string;
}

export function triggerName({ organizationId, event, segmentId }: Named): string {
  return `${organizationId} ${event} ${segmentId ?? ''}`;
}

/** @returns active automations by `triggerName` */
export async function findTriggers(
  client: PoolClient,
  events: readonly Named[],
): Promise<ReadonlyMap<string, readonly Trigger[]>> {
  const named = distinct(events.map(({ organizationId, event }) => [organizationId, event]));
  const { rows } = await client.query<Trigger & Named & { readonly segmentId: string }>({
    name: 'automation-events.find-triggers',
    text: `SELECT organization_id AS "organizationId", trigger_event AS event, id AS "automationId",
             current_version AS version, one_per_contact AS "onePerContact", trigger_if AS if,
             coalesce(trigger_segment_id::text, '') AS "segmentId"
           FROM automations
           WHERE (organization_id, trigger_event) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))
             AND status = 'active' AND deleted_at IS NULL
           ORDER BY id`,
    values: columns(named),
  });
  return Map.groupBy(rows, triggerName);
}

export interface ContactAddress {
  readonly email: string;
  readonly emailKey: string;
}

/** @returns addresses by `organization id` */
export async function findAddresses(
  client: PoolClient,
  contacts: readonly { readonly organizationId: string; readonly contactId: string }[],
): Promise<ReadonlyMap<string, ContactAddress>> {
  if (contacts.length === 0) return new Map();
  const { rows } = await client.query<ContactAddress & { organization_id: string; id: string }>({
    name: 'automation-events.find-addresses',
    text: `SELECT organization_id, id, email, email_key AS "emailKey" FROM contacts
           WHERE (organization_id, id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`,
    values: columns(contacts.map(({ organizationId, contactId }) => [organizationId, contactId])),
  });
  return new Map(rows.map((row) => [`${row.organization_id} ${row.id}`, row]));
}

/** @returns `automation contact` of runs beside which their automation begins no other */
export async function findSingleRuns(
  client: PoolClient,
  asked: readonly {
    readonly automationId: string;
    readonly organizationId: string;
    readonly emailKey: string;
  }[],
): Promise<ReadonlySet<string>> {
  if (asked.length === 0) return new Set();
  const { rows } = await client.query<{ name: string }>({
    name: 'automation-events.find-single-runs',
    text: `SELECT r.automation_id || ' ' || r.contact_id AS name
           FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS a (automation_id, organization_id, email_key)
           JOIN contacts c ON c.organization_id = a.organization_id AND c.email_key = a.email_key
           JOIN automation_runs r ON r.automation_id = a.automation_id AND r.contact_id = c.id
             AND r.status = 'running' AND r.one_per_contact`,
    values: [
      asked.map(({ automationId }) => automationId),
      asked.map(({ organizationId }) => organizationId),
      asked.map(({ emailKey }) => emailKey),
    ],
  });
  return new Set(rows.map(({ name }) => name));
}

export interface DayUsage {
  readonly contacts: number;
  readonly runs: number;
}

/** What organizations have used of the day; held until the end of the transaction, so that two never see the same last place. */
export async function lockUsage(
  client: PoolClient,
  organizationIds: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, DayUsage>> {
  if (organizationIds.length === 0) return new Map();
  const { rows } = await client.query<DayUsage & { organization_id: string }>({
    name: 'automation-events.lock-usage',
    text: `INSERT INTO automation_usage AS u (organization_id, day)
           SELECT id, $2::date FROM unnest($1::uuid[]) AS id ORDER BY id
           ON CONFLICT (organization_id, day) DO UPDATE SET contacts = u.contacts
           RETURNING organization_id, contacts, runs`,
    values: [organizationIds, day],
  });
  return new Map(rows.map(({ organization_id: id, ...usage }) => [id, usage]));
}

export async function addUsage(
  client: PoolClient,
  used: ReadonlyMap<string, DayUsage>,
  day: string,
): Promise<void> {
  const entries = [...used].filter(([, { contacts, runs }]) => contacts > 0 || runs > 0);
  if (entries.length === 0) return;
  await client.query({
    name: 'automation-events.add-usage',
    text: `UPDATE automation_usage u SET contacts = u.contacts + a.contacts, runs = u.runs + a.runs
           FROM unnest($1::uuid[], $2::int[], $3::int[]) AS a (organization_id, contacts, runs)
           WHERE u.organization_id = a.organization_id AND u.day = $4::date`,
    values: [
      entries.map(([id]) => id),
      entries.map(([, { contacts }]) => contacts),
      entries.map(([, { runs }]) => runs),
      day,
    ],
  });
}

/** What was answered, and is answered again to the same key. */
export interface PostedAnswer {
  readonly id: string;
  readonly event: string;
  readonly contactId: string;
  readonly runsStarted: number;
  /** Of the request that posted it; null: not known. */
  readonly bodyHash: string | null;
}

export interface EventKey {
  readonly organizationId: string;
  readonly key: string;
}

/** @returns answers by `organization key` */
export async function findAnswers(
  client: PoolClient,
  keys: readonly EventKey[],
  now: Date,
): Promise<ReadonlyMap<string, PostedAnswer>> {
  if (keys.length === 0) return new Map();
  const { rows } = await client.query<PostedAnswer & EventKey>({
    name: 'automation-events.find-answers',
    text: `SELECT k.organization_id AS "organizationId", k.key, k.event_id AS id, k.event,
             k.contact_id AS "contactId", k.runs_started AS "runsStarted", encode(k.body_hash, 'hex') AS "bodyHash"
           FROM automation_event_keys k
           WHERE (k.organization_id, k.key) IN (SELECT * FROM unnest($1::uuid[], $2::text[])) AND k.expires_at > $3`,
    values: [...columns(keys.map(({ organizationId, key }) => [organizationId, key])), now],
  });
  return new Map(rows.map(({ organizationId, key, ...answer }) => [`${organizationId} ${key}`, answer]));
}

/** @returns how many of them no other transaction holds */
export async function insertKeys(
  client: PoolClient,
  keys: readonly (EventKey & PostedAnswer)[],
  times: { readonly now: Date; readonly expiresAt: Date },
): Promise<number> {
  if (keys.length === 0) return 0;
  const { rowCount } = await client.query({
    name: 'automation-events.insert-keys',
    text: `INSERT INTO automation_event_keys AS k (
             organization_id, key, event_id, event, contact_id, runs_started, body_hash, expires_at)
           SELECT organization_id, key, event_id, event, contact_id, runs_started, decode(body_hash, 'hex'), $2
           FROM json_to_recordset($1::json) AS a (
             organization_id uuid, key text, event_id uuid, event text, contact_id uuid, runs_started int, body_hash text)
           ORDER BY organization_id, key
           ON CONFLICT (organization_id, key) DO UPDATE SET event_id = excluded.event_id, event = excluded.event,
             contact_id = excluded.contact_id, runs_started = excluded.runs_started, body_hash = excluded.body_hash,
             expires_at = excluded.expires_at
           WHERE k.expires_at <= $3`,
    values: [
      JSON.stringify(
        keys.map(({ organizationId, key, id, event, contactId, runsStarted, bodyHash }) => ({
          organization_id: organizationId,
          key,
          event_id: id,
          event,
          contact_id: contactId,
          runs_started: runsStarted,
          body_hash: bodyHash,
        })),
      ),
      times.expiresAt,
      times.now,
    ],
  });
  return rowCount ?? 0;
}

export interface NewEvent extends PostedAnswer {
  readonly organizationId: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

export async function insertEvents(
  client: PoolClient,
  events: readonly NewEvent[],
  now: Date,
): Promise<void> {
  await client.query({
    name: 'automation-events.insert',
    text: `INSERT INTO automation_events (id, organization_id, event, contact_id, properties, runs_started, created_at)
           SELECT id, organization_id, event, contact_id, properties, runs_started, $2
           FROM json_to_recordset($1::json) AS e (
             id uuid, organization_id uuid, event text, contact_id uuid, properties jsonb, runs_started int)`,
    values: [
      JSON.stringify(
        events.map(({ organizationId, contactId, runsStarted, ...same }) => ({
          ...same,
          organization_id: organizationId,
          contact_id: contactId,
          runs_started: runsStarted,
        })),
      ),
      now,
    ],
  });
}

export interface NewRun extends Trigger {
  readonly id: string;
  readonly eventId: string;
}

/**
 * What the runs have of their events is copied here: a large event may begin many.
 * @returns how many there are: one that another transaction began for the same contact leaves no room for ours
 */
export async function insertRuns(client: PoolClient, runs: readonly NewRun[]): Promise<number> {
  if (runs.length === 0) return 0;
  const { rowCount } = await client.query({
    name: 'automation-events.insert-runs',
    text: `INSERT INTO automation_runs (
             id, organization_id, automation_id, version, contact_id, event_id, properties, due_at, one_per_contact, started_at)
           SELECT r.id, e.organization_id, r.automation_id, r.version, e.contact_id, e.id, e.properties, now(),
             r.one_per_contact, e.created_at
           FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::bool[])
             AS r (id, event_id, automation_id, version, one_per_contact)
           JOIN automation_events e ON e.id = r.event_id
           ORDER BY r.automation_id, e.contact_id
           ON CONFLICT (automation_id, contact_id) WHERE status = 'running' AND one_per_contact DO NOTHING`,
    values: [
      runs.map(({ id }) => id),
      runs.map(({ eventId }) => eventId),
      runs.map(({ automationId }) => automationId),
      runs.map(({ version }) => version),
      runs.map(({ onePerContact }) => onePerContact),
    ],
  });
  return rowCount ?? 0;
}

/** A contact rarely waits in more than a few; those beyond wait for their time. */
const wokenPerEventMax = 100;

/**
 * Ends waits for the events. Locks runs in the order of their ids, as recording steps does; one that went on
 * meanwhile is looked at again as it is: it waits no longer.
 */
export async function wakeRuns(client: PoolClient, events: readonly NewEvent[]): Promise<void> {
  await client.query({
    name: 'automation-events.wake-runs',
    text: `WITH woken AS MATERIALIZED (
             SELECT DISTINCT ON (waiting.id) waiting.id, e.id AS event_id, e.event
             FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS e (id, contact_id, event)
             CROSS JOIN LATERAL (
               SELECT id FROM automation_runs
               WHERE contact_id = e.contact_id AND waiting_event = e.event AND status = 'running' AND woken_by IS NULL
                 AND held_at IS NULL
               LIMIT $4
             ) waiting
             ORDER BY waiting.id, e.id
           ), locked AS MATERIALIZED (
             SELECT r.id FROM automation_runs r JOIN woken w ON w.id = r.id ORDER BY r.id FOR UPDATE OF r
           )
           UPDATE automation_runs r SET woken_by = w.event_id, due_at = now()
           FROM woken w JOIN locked ON locked.id = w.id
           WHERE r.id = w.id AND r.status = 'running' AND r.waiting_event = w.event AND r.woken_by IS NULL
             AND r.held_at IS NULL`,
    values: [
      events.map(({ id }) => id),
      events.map(({ contactId }) => contactId),
      events.map(({ event }) => event),
      wokenPerEventMax,
    ],
  });
}

function distinct(pairs: readonly (readonly [string, string])[]): (readonly [string, string])[] {
  return [...new Map(pairs.map((pair) => [pair.join(' '), pair])).values()];
}

function columns(pairs: readonly (readonly [string, string])[]): [string[], string[]] {
  return [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
}
