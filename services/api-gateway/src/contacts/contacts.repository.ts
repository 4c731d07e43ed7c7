import {
  recordContactEvents,
  rememberUnsubscriptions,
  segmentSql,
  type SegmentTopic,
} from '@postrider/audiences';
import {
  newId,
  type ContactResource,
  type SegmentFilter,
  type SubscriptionChangeActor,
} from '@postrider/contracts';
import {
  insertAuditEntry,
  onSuppressionConflict,
  withTransaction,
  type ApiGatewayDatabase,
  type PoolClient,
} from '@postrider/db';
import type { Author } from '../audit/record-audit-entry';
import type { PageStart } from '../paging/page';
import { createBinder, pageByIndex, search, type Found, type Search } from '../paging/search';

export interface ContactRow {
  readonly id: string;
  readonly email: string;
  readonly emailKey: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly status: ContactResource['status'];
  readonly topics: ContactResource['topics'];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface SubscriptionChangeRow {
  readonly id: string;
  readonly topic: string | null;
  readonly before: ContactResource['status'] | null;
  readonly after: ContactResource['status'];
  readonly actor: SubscriptionChangeActor;
  readonly apiKeyId: string | null;
  readonly source: string | null;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly changedAt: Date;
}

export type ContactName = { readonly organizationId: string } & (
  { readonly id: string; readonly emailKey?: never } | { readonly emailKey: string; readonly id?: never }
);

export interface ContactPage extends PageStart {
  readonly organizationId: string;
  readonly emailKey?: string | undefined;
  /** A part of address or names. */
  readonly search?: string | undefined;
  readonly status?: ContactResource['status'] | undefined;
  /** Those who are subscribed to it, by choice or by its default. */
  readonly topic?: { readonly id: string; readonly defaultOptIn: boolean } | undefined;
  /** Those who meet it, with the topics that it names. */
  readonly segment?: { readonly filter: SegmentFilter; readonly topics: readonly SegmentTopic[] };
}

export interface ContactsRepository {
  find(name: ContactName): Promise<ContactRow | null>;
  list(page: ContactPage): Promise<Found<ContactRow>>;
  /** Up to `limit + 1` rows, newest first. */
  listChanges(
    contact: { organizationId: string; id: string },
    page: PageStart,
  ): Promise<SubscriptionChangeRow[]>;
  /** With its history; what suppresses its address and what it unsubscribed from stay, without the address. @returns its id; null when there was none */
  remove(name: ContactName, author: Author): Promise<string | null>;
}

export function createContactsRepository({ pool }: Pick<ApiGatewayDatabase, 'pool'>): ContactsRepository {
  return {
    find: async ({ organizationId, id = null, emailKey = null }) => {
      const { rows } = await pool.query<ContactRow>({
        name: 'contacts.find',
        text: findContactSql,
        values: [organizationId, id, emailKey],
      });
      return rows[0] ?? null;
    },

    list: (page) => search<ContactRow>(pool, listContactsSearch(page)),

    listChanges: async ({ organizationId, id }, { limit, beforeId }) => {
      const { rows } = await pool.query<SubscriptionChangeRow>({
        name: 'contacts.list-changes',
        text: listChangesSql,
        values: [organizationId, id, beforeId, limit + 1],
      });
      return rows;
    },

    remove: ({ organizationId, id = null, emailKey = null }, { keyId, requestId }) =>
      withTransaction(pool, async (client) => {
        // Before the contact, as whoever confirms locks them; likewise entries, as whoever records a bounce does.
        await client.query({
          name: 'contacts.delete-signups',
          text: deleteSignupsSql,
          values: [organizationId, id, emailKey],
        });
        await client.query({
          name: 'contacts.forget-address',
          text: forgetAddressSql,
          values: [organizationId, id, emailKey, newId()],
        });
        const { rows } = await client.query<{ id: string }>({
          name: 'contacts.lock-to-delete',
          text: lockContactSql,
          values: [organizationId, id, emailKey],
        });
        const [removed] = rows;
        if (removed === undefined) return null;
        await rememberUnsubscriptions(client, removed.id);
        await client.query({
          name: 'contacts.delete',
          text: 'DELETE FROM contacts WHERE id = $1',
          values: [removed.id],
        });
        await forgetEvents(client, removed.id);
        const event = { organizationId, contactId: removed.id, type: 'deleted' as const };
        await recordContactEvents(client, [{ ...event, actor: 'api_key', change: null }]);
        // The log outlives what is forgotten: it names the contact by its id alone.
        await insertAuditEntry(client, {
          organizationId,
          actor: { type: 'key', keyId, requestId },
          action: 'contact.delete',
          target: { type: 'contact', id: removed.id },
        });
        return removed.id;
      }),
  };
}

/** More of one contact than anybody posts in a month; what is beyond ends with its time. */
const forgottenMax = 10_000;

/** What its events told, and the runs that carry it, with their steps. A run in a worker's hand finds nothing to record. */
async function forgetEvents(client: PoolClient, contactId: string): Promise<void> {
  await client.query({
    name: 'contacts.forget-runs',
    text: `DELETE FROM automation_runs WHERE id IN (
      SELECT id FROM automation_runs WHERE contact_id = $1 ORDER BY id LIMIT ${forgottenMax} FOR UPDATE)`,
    values: [contactId],
  });
  await client.query({
    name: 'contacts.forget-events',
    text: `DELETE FROM automation_events WHERE id IN (
      SELECT id FROM automation_events WHERE contact_id = $1 ORDER BY id LIMIT ${forgottenMax} FOR UPDATE)`,
    values: [contactId],
  });
  await client.query({
    name: 'contacts.forget-contact-events',
    text: `DELETE FROM contact_events WHERE id IN (
      SELECT id FROM contact_events WHERE contact_id = $1 ORDER BY id LIMIT ${forgottenMax} FOR UPDATE)`,
    values: [contactId],
  });
}

const contactColumns = `c.id, c.email, c.email_key AS "emailKey", c.first_name AS "firstName", c.last_name AS "lastName",
  c.properties, c.status, c.created_at AS "createdAt", c.updated_at AS "updatedAt",
  coalesce((SELECT json_agg(json_build_object('topic', t.slug, 'state', s.state) ORDER BY t.slug)
    FROM topic_subscriptions s JOIN topics t ON t.id = s.topic_id WHERE s.contact_id = c.id), '[]') AS topics`;

const findContactSql = `
SELECT ${contactColumns} FROM contacts c
WHERE c.organization_id = $1 AND ($2::uuid IS NULL OR c.id = $2) AND ($3::text IS NULL OR c.email_key = $3)
  AND num_nonnulls($2::uuid, $3::text) = 1`;

/**
 * Entries about the contact's address go on without it (ADR 31). Whoever did not want mail gets none when somebody adds him
 * again: the status becomes an entry, $4 its id.
 */
const forgetAddressSql = `
WITH contact AS MATERIALIZED (
  SELECT email_key, status = 'UNSUBSCRIBED' AS has_left FROM contacts
  WHERE organization_id = $1 AND ($2::uuid IS NULL OR id = $2) AND ($3::text IS NULL OR email_key = $3)
    AND num_nonnulls($2::uuid, $3::text) = 1
), known AS (
  DELETE FROM suppressions s USING contact WHERE s.organization_id = $1 AND s.email = contact.email_key
  RETURNING s.id, s.reason, s.domain_id, s.created_at, CASE WHEN has_left AND s.domain_id IS NULL THEN NULL ELSE s.expires_at END AS expires_at
), kept AS (
  SELECT * FROM known
  UNION ALL
  SELECT $4::uuid, 'unsubscribe', NULL, now(), NULL FROM contact
  WHERE has_left AND NOT EXISTS (SELECT FROM known WHERE domain_id IS NULL)
)
INSERT INTO suppressions AS entry (id, organization_id, email, reason, domain_id, created_at, expires_at)
SELECT kept.id, $1, forgotten_address($1, contact.email_key), kept.reason, kept.domain_id, kept.created_at, kept.expires_at
FROM kept, contact ORDER BY kept.domain_id
${onSuppressionConflict}`;

/** What somebody wrote into forms is forgotten with the contact. */
const deleteSignupsSql = `
DELETE FROM signup_requests
WHERE organization_id = $1 AND email_key = (
  SELECT email_key FROM contacts
  WHERE organization_id = $1 AND ($2::uuid IS NULL OR id = $2) AND ($3::text IS NULL OR email_key = $3)
    AND num_nonnulls($2::uuid, $3::text) = 1)`;

/** Until its choices are kept and it is deleted, it makes no others. */
const lockContactSql = `
SELECT id FROM contacts
WHERE organization_id = $1 AND ($2::uuid IS NULL OR id = $2) AND ($3::text IS NULL OR email_key = $3)
  AND num_nonnulls($2::uuid, $3::text) = 1
FOR UPDATE`;

const listChangesSql = `
SELECT h.id, h.topic, h.before, h.after, h.actor, h.api_key_id AS "apiKeyId", h.source, h.ip_address AS "ipAddress",
  h.user_agent AS "userAgent", h.changed_at AS "changedAt"
FROM subscription_changes h
WHERE h.contact_id = $2 AND h.organization_id = $1 AND ($3::uuid IS NULL OR h.id < $3)
ORDER BY h.id DESC LIMIT $4`;

/** Comparing names and addresses takes some microsecond a row: a page of a search takes 8 ms at most. */
const searchedMax = 5_000;

/** A page, newest first. An address has at most one row; a status has an index; the rest is looked for row by row. */
export function listContactsSearch(page: ContactPage): Search {
  const bind = createBinder();
  const { organizationId, beforeId, limit, emailKey, status, topic, segment } = page;
  const organization = bind.value('organization', organizationId, 'uuid');
  const keys = {
    'c.organization_id': organization,
    ...(status !== undefined && { 'c.status': bind.value('status', status, 'text') }),
  };
  const { where: inRange, order } = pageByIndex(keys, beforeId, bind);
  // An address is at most one row: found by its own index, whatever else is asked of it.
  const rows =
    emailKey === undefined
      ? 'contacts'
      : `(SELECT * FROM contacts WHERE organization_id = ${organization} AND email_key = ${bind.value('email', emailKey, 'text')} OFFSET 0)`;
  const candidatesSql = `SELECT c.* FROM ${rows} c WHERE ${inRange} ORDER BY ${order}`;
  const candidateValues = bind.values.length;
  const filters: string[] = [];
  if (page.search !== undefined) {
    const part = bind.value('search', page.search.toLowerCase(), 'text');
    filters.push(
      `strpos(lower(concat_ws(' ', c.email, c.email_key, c.first_name, c.last_name)), ${part}) > 0`,
    );
  }
  if (topic !== undefined) {
    const state = `(SELECT s.state FROM topic_subscriptions s
      WHERE s.contact_id = c.id AND s.topic_id = ${bind.value('topic', topic.id, 'uuid')})`;
    filters.push(
      `coalesce(${state}, '${topic.defaultOptIn ? 'SUBSCRIBED' : 'UNSUBSCRIBED'}') = 'SUBSCRIBED'`,
    );
  }
  const nthOfSegment = (): string => `segment ${bind.values.length}`;
  const { joins = '', where } =
    segment === undefined
      ? {}
      : segmentSql(segment.filter, segment.topics, (value) => bind.value(nthOfSegment(), value, 'text'));
  if (where !== undefined) filters.push(where);
  return {
    joins,
    candidates: (rowsMax) => `${candidatesSql} LIMIT ${rowsMax}`,
    order,
    ...(page.search !== undefined && segment === undefined && { lookedAtMax: searchedMax }),
    filters,
    columns: contactColumns,
    limit,
    values: bind.values,
    candidateValues,
  };
}
