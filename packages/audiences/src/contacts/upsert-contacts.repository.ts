import { newId } from '@postrider/contracts/ids';
import { anyFormOf, type PoolClient } from '@postrider/db';
import type {
  ChangeAuthor,
  ContactState,
  ContactStatus,
  ContactUpsert,
  StateChange,
  SubscriptionState,
} from './contact-change';
import {
  findForgottenUnsubscriptions,
  type ForgottenUnsubscription,
} from './forgotten-unsubscriptions.repository';
import type { LastActors } from './own-choice';
import { findLastActors } from './own-choice.repository';

/** By `organization email-key` and `organization slug`. */
export interface KnownAudience {
  readonly contacts: ReadonlyMap<string, ContactState>;
  /** Status that an organization-wide entry about an address asks for. */
  readonly suppressed: ReadonlyMap<string, Exclude<ContactStatus, 'SUBSCRIBED'>>;
  /** Addresses whose entries do not say them. */
  readonly forgotten: ReadonlySet<string>;
  /** Topics that addresses without a contact were unsubscribed from. */
  readonly unsubscribed: ReadonlyMap<string, readonly ForgottenUnsubscription[]>;
  /** Ids. */
  readonly topics: ReadonlyMap<string, string>;
  /** Of those that items name, the ones that contacts are subscribed to until they choose. */
  readonly defaultTopics: ReadonlySet<string>;
  /** Of contacts that are unsubscribed from something that an item names: who unsubscribed them last. By contact id. */
  readonly lastActors: ReadonlyMap<string, LastActors>;
}

/**
 * How many contacts each organization with a limit may still create. Its lock is the first that is taken, and kept: a count
 * that two transactions read at once would let both fill the last place.
 */
export async function lockCounts(
  client: PoolClient,
  items: readonly ContactUpsert[],
): Promise<ReadonlyMap<string, number>> {
  const limits = new Map(
    items.flatMap(({ organizationId, contactsMax }) =>
      contactsMax === null ? [] : [[organizationId, contactsMax] as const],
    ),
  );
  if (limits.size === 0) return new Map();
  const ids = [...limits.keys()].sort();
  await client.query({
    name: 'contacts.lock-counts',
    text: `SELECT pg_advisory_xact_lock(hashtextextended('contacts ' || id, 0)) FROM unnest($1::text[]) AS id`,
    values: [ids],
  });
  const { rows } = await client.query<{ organization_id: string; contacts: string | number }>({
    name: 'contacts.count',
    text: `SELECT organization_id, sum(contacts) AS contacts FROM contact_counts
      WHERE organization_id = ANY($1::uuid[]) GROUP BY organization_id`,
    values: [ids],
  });
  const counts = new Map(rows.map((row) => [row.organization_id, Number(row.contacts)]));
  return new Map([...limits].map(([id, max]) => [id, max - (counts.get(id) ?? 0)]));
}

interface TopicRow {
  readonly id: string;
  readonly organization_id: string;
  readonly slug: string;
  readonly default_opt_in: boolean;
}

interface ContactRow {
  readonly id: string;
  readonly organization_id: string;
  readonly email: string;
  readonly email_key: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly status: ContactState['status'];
}

const lockContactsSql = `
SELECT id, organization_id, email, email_key, first_name, last_name, properties, status
FROM contacts
WHERE (organization_id, email_key) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))
ORDER BY organization_id, email_key
FOR UPDATE`;

const findSubscriptionsSql = `
SELECT s.contact_id, t.slug, s.state
FROM topic_subscriptions s JOIN topics t ON t.id = s.topic_id
WHERE s.contact_id = ANY($1::uuid[])`;

const findSuppressedSql = `
SELECT k.organization_id, k.email, bool_or(s.email <> k.email) AS forgotten,
  (array_agg(w.status ORDER BY w.rank) FILTER (WHERE s.domain_id IS NULL AND w.status IS NOT NULL))[1] AS status
FROM unnest($1::uuid[], $2::text[]) AS k (organization_id, email)
JOIN suppressions s ON s.organization_id = k.organization_id AND s.email = ${anyFormOf('k.organization_id', 'k.email')}
LEFT JOIN (VALUES ('complaint', 'COMPLAINED', 1), ('hard_bounce', 'BOUNCED', 2), ('unsubscribe', 'UNSUBSCRIBED', 3))
  AS w (reason, status, rank) ON w.reason = s.reason
WHERE s.expires_at IS NULL OR s.expires_at > now()
GROUP BY k.organization_id, k.email`;

/** Held until the end of the transaction: a topic that is being removed is either seen no more, or waits for us. */
const findTopicsSql = `
SELECT id, organization_id, slug, default_opt_in FROM topics
WHERE (organization_id, slug) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))
ORDER BY id
FOR KEY SHARE`;

export async function loadContacts(
  client: PoolClient,
  items: readonly ContactUpsert[],
): Promise<KnownAudience> {
  const keys = distinct(items.map(({ organizationId, emailKey }) => [organizationId, emailKey]));
  const slugs = distinct(
    items.flatMap(({ organizationId, wish }) =>
      (wish.topics ?? []).map(({ topic }): [string, string] => [organizationId, topic]),
    ),
  );
  const topics =
    slugs.length === 0
      ? []
      : (
          await client.query<TopicRow>({
            name: 'contacts.find-topics',
            text: findTopicsSql,
            values: columns(slugs),
          })
        ).rows;
  const { rows } = await client.query<ContactRow>({
    name: 'contacts.lock',
    text: lockContactsSql,
    values: columns(keys),
  });
  const found = new Set(rows.map((row) => `${row.organization_id} ${row.email_key}`));
  const unknown = keys.filter(([organizationId, key]) => !found.has(`${organizationId} ${key}`));
  const contacts = await withSubscriptions(client, rows);
  const unsubscribed = await findForgottenUnsubscriptions(client, unknown);
  return {
    contacts,
    lastActors: await findLastActors(client, items, contacts),
    ...(await findSuppressed(client, unknown)),
    unsubscribed: Map.groupBy(unsubscribed, (row) => `${row.organization_id} ${row.email_key}`),
    topics: new Map(
      [...topics, ...unsubscribed].map((row) => [`${row.organization_id} ${row.slug}`, row.id]),
    ),
    defaultTopics: new Set(
      topics.flatMap((row) => (row.default_opt_in ? [`${row.organization_id} ${row.slug}`] : [])),
    ),
  };
}

async function withSubscriptions(
  client: PoolClient,
  rows: readonly ContactRow[],
): Promise<ReadonlyMap<string, ContactState>> {
  const states = new Map<string, Map<string, SubscriptionState>>(rows.map(({ id }) => [id, new Map()]));
  if (rows.length > 0) {
    const found = await client.query<{ contact_id: string; slug: string; state: SubscriptionState }>({
      name: 'contacts.find-subscriptions',
      text: findSubscriptionsSql,
      values: [rows.map(({ id }) => id)],
    });
    for (const { contact_id, slug, state } of found.rows) states.get(contact_id)?.set(slug, state);
  }
  return new Map(
    rows.map(({ id, organization_id, email_key, first_name, last_name, ...same }) => [
      `${organization_id} ${email_key}`,
      { ...same, id, firstName: first_name, lastName: last_name, topics: states.get(id) ?? new Map() },
    ]),
  );
}

async function findSuppressed(
  client: PoolClient,
  keys: readonly (readonly [string, string])[],
): Promise<Pick<KnownAudience, 'suppressed' | 'forgotten'>> {
  if (keys.length === 0) return { suppressed: new Map(), forgotten: new Set() };
  const { rows } = await client.query<{
    organization_id: string;
    email: string;
    forgotten: boolean;
    status: Exclude<ContactStatus, 'SUBSCRIBED'> | null;
  }>({
    name: 'contacts.find-suppressed',
    text: findSuppressedSql,
    values: columns(keys),
  });
  const keyOf = (row: { organization_id: string; email: string }) => `${row.organization_id} ${row.email}`;
  return {
    suppressed: new Map(
      rows.flatMap((row) => (row.status === null ? [] : [[keyOf(row), row.status] as const])),
    ),
    forgotten: new Set(rows.filter(({ forgotten }) => forgotten).map(keyOf)),
  };
}

interface StoredContact {
  readonly organizationId: string;
  readonly emailKey: string;
  readonly after: ContactState;
}

const contactColumns = `id uuid, organization_id uuid, email text, email_key text, first_name text, last_name text,
  properties jsonb, status text`;

const insertContactsSql = `
INSERT INTO contacts (id, organization_id, email, email_key, first_name, last_name, properties, status, created_at, updated_at)
SELECT id, organization_id, email, email_key, first_name, last_name, properties, status, now(), now()
FROM json_to_recordset($1::json) AS c (${contactColumns})
ORDER BY organization_id, email_key
ON CONFLICT (organization_id, email_key) DO NOTHING`;

/** @returns how many of them were new indeed */
export async function insertContacts(
  client: PoolClient,
  contacts: readonly StoredContact[],
): Promise<number> {
  if (contacts.length === 0) return 0;
  const { rowCount } = await client.query({
    name: 'contacts.insert',
    text: insertContactsSql,
    values: [JSON.stringify(contacts.map(contactRow))],
  });
  return rowCount ?? 0;
}

const nameEntriesSql = `
UPDATE suppressions s SET email = k.email
FROM unnest($1::uuid[], $2::text[]) AS k (organization_id, email)
WHERE s.organization_id = k.organization_id AND s.email = forgotten_address(k.organization_id, k.email)
  AND NOT EXISTS (SELECT FROM suppressions c
    WHERE c.organization_id = k.organization_id AND c.email = k.email AND c.domain_id IS NOT DISTINCT FROM s.domain_id)`;

/** Entries about addresses that had been forgotten have them again: what happens to one reaches the contact by its address. */
export async function nameEntries(client: PoolClient, contacts: readonly StoredContact[]): Promise<void> {
  if (contacts.length === 0) return;
  await client.query({
    name: 'contacts.name-entries',
    text: nameEntriesSql,
    values: columns(contacts.map(({ organizationId, emailKey }) => [organizationId, emailKey])),
  });
}

const updateContactsSql = `
UPDATE contacts k
SET email = c.email, first_name = c.first_name, last_name = c.last_name, properties = c.properties,
  status = c.status, updated_at = now()
FROM json_to_recordset($1::json) AS c (${contactColumns})
WHERE k.id = c.id AND k.organization_id = c.organization_id`;

export async function updateContacts(client: PoolClient, contacts: readonly StoredContact[]): Promise<void> {
  if (contacts.length === 0) return;
  await client.query({
    name: 'contacts.update',
    text: updateContactsSql,
    values: [JSON.stringify(contacts.map(contactRow))],
  });
}

function contactRow({ organizationId, emailKey, after }: StoredContact): object {
  return {
    id: after.id,
    organization_id: organizationId,
    email: after.email,
    email_key: emailKey,
    first_name: after.firstName,
    last_name: after.lastName,
    properties: after.properties,
    status: after.status,
  };
}

export interface TopicStateRow {
  readonly organizationId: string;
  readonly contactId: string;
  readonly topicId: string;
  readonly state: SubscriptionState;
}

const setTopicStatesSql = `
INSERT INTO topic_subscriptions (contact_id, topic_id, organization_id, state, updated_at)
SELECT contact_id, topic_id, organization_id, state, now()
FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) AS s (contact_id, topic_id, organization_id, state)
ON CONFLICT (contact_id, topic_id) DO UPDATE SET state = excluded.state, updated_at = excluded.updated_at`;

export async function setTopicStates(client: PoolClient, states: readonly TopicStateRow[]): Promise<void> {
  if (states.length === 0) return;
  await client.query({
    name: 'contacts.set-topic-states',
    text: setTopicStatesSql,
    values: [
      states.map(({ contactId }) => contactId),
      states.map(({ topicId }) => topicId),
      states.map(({ organizationId }) => organizationId),
      states.map(({ state }) => state),
    ],
  });
}

export interface ChangeRow extends StateChange {
  readonly organizationId: string;
  readonly contactId: string;
  readonly author: ChangeAuthor;
}

const insertChangesSql = `
INSERT INTO subscription_changes (
  id, organization_id, contact_id, topic, before, after, actor, api_key_id, source, ip_address, user_agent, changed_at)
SELECT id, organization_id, contact_id, topic, before, after, actor, api_key_id, source, ip_address, user_agent,
  coalesce(changed_at, now())
FROM json_to_recordset($1::json) AS c (
  id uuid, organization_id uuid, contact_id uuid, topic text, before text, after text, actor text, api_key_id uuid,
  source text, ip_address text, user_agent text, changed_at timestamptz)`;

export async function insertChanges(client: PoolClient, changes: readonly ChangeRow[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ organizationId, contactId, topic, before, after, author }) => ({
    id: newId(),
    organization_id: organizationId,
    contact_id: contactId,
    topic,
    before,
    after,
    actor: author.actor,
    api_key_id: author.apiKeyId,
    source: author.consent?.source ?? null,
    ip_address: author.consent?.ip_address ?? null,
    user_agent: author.consent?.user_agent ?? null,
    changed_at: author.consent?.at ?? null,
  }));
  await client.query({
    name: 'contacts.insert-changes',
    text: insertChangesSql,
    values: [JSON.stringify(rows)],
  });
}

function distinct(pairs: readonly (readonly [string, string])[]): (readonly [string, string])[] {
  return [...new Map(pairs.map((pair) => [pair.join(' '), pair])).values()];
}

function columns(pairs: readonly (readonly [string, string])[]): [string[], string[]] {
  return [pairs.map(([organizationId]) => organizationId), pairs.map(([, value]) => value)];
}
