import { deleteContact, segmentSql, type ContactName, type SegmentTopic } from '@postrider/audiences';
import type {
  contactDetail,
  ContactResource,
  SubscriptionChangeResource,
} from '@postrider/contracts/contacts';
import type { SegmentFilter } from '@postrider/contracts/segments';
import {
  insertAuditEntry,
  isContactActivityKnown,
  withTransaction,
  type ApiGatewayDatabase,
} from '@postrider/db';
import type { z } from 'zod';
import type { Author } from '../audit/record-audit-entry';
import { isoTimeSql } from '../paging/iso-time';
import type { PageStart } from '../paging/page';
import { createBinder, pageByIndex, search, type Found, type Search } from '../paging/search';

/** Null: never. */
type ContactActivity = NonNullable<z.infer<typeof contactDetail>['activity']>;

export interface FoundContact {
  readonly contact: ContactResource;
  /** `normaliseAddress` form of its address. */
  readonly emailKey: string;
}

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
  find(name: ContactName): Promise<FoundContact | null>;
  /** Null while it is unknown. */
  findActivity(contact: { organizationId: string; id: string }): Promise<ContactActivity | null>;
  list(page: ContactPage): Promise<Found<ContactResource>>;
  /** Up to `limit + 1` rows, newest first. */
  listChanges(
    contact: { organizationId: string; id: string },
    page: PageStart,
  ): Promise<SubscriptionChangeResource[]>;
  /** With its history; what suppresses its address and what it unsubscribed from stay, without the address. @returns its id; null when there was none */
  remove(name: ContactName, author: Author): Promise<string | null>;
}

export function createContactsRepository({ pool }: Pick<ApiGatewayDatabase, 'pool'>): ContactsRepository {
  return {
    find: async ({ organizationId, id = null, emailKey = null }) => {
      const { rows } = await pool.query<ContactResource & { email_key: string }>({
        name: 'contacts.find',
        text: findContactSql,
        values: [organizationId, id, emailKey],
      });
      if (rows[0] === undefined) return null;
      const { email_key: key, ...contact } = rows[0];
      return { contact, emailKey: key };
    },

    findActivity: async ({ organizationId, id }) => {
      if (!(await isContactActivityKnown(pool))) return null;
      const { rows } = await pool.query<ContactActivity>({
        name: 'contacts.find-activity',
        text: findActivitySql,
        values: [organizationId, id],
      });
      return rows[0] ?? { last_received_at: null, last_opened_at: null, last_clicked_at: null };
    },

    list: (page) => search<ContactResource>(pool, listContactsSearch(page)),

    listChanges: async ({ organizationId, id }, { limit, beforeId }) => {
      const { rows } = await pool.query<SubscriptionChangeResource>({
        name: 'contacts.list-changes',
        text: listChangesSql,
        values: [organizationId, id, beforeId, limit + 1],
      });
      return rows;
    },

    remove: (name, { actor }) =>
      withTransaction(pool, async (client) => {
        const id = await deleteContact(client, name, actor.type === 'user' ? 'user' : 'api_key');
        if (id === null) return null;
        // The log outlives what is forgotten: it names the contact by its id alone.
        await insertAuditEntry(client, {
          organizationId: name.organizationId,
          actor,
          action: 'contact.delete',
          target: { type: 'contact', id },
        });
        return id;
      }),
  };
}

const contactColumns = `'contact' AS object, c.id, c.email, c.first_name, c.last_name, c.properties, c.status,
  coalesce((SELECT json_agg(json_build_object('topic', t.slug, 'state', s.state) ORDER BY t.slug)
    FROM topic_subscriptions s JOIN topics t ON t.id = s.topic_id WHERE s.contact_id = c.id), '[]') AS topics,
  ${isoTimeSql('c.created_at')} AS created_at, ${isoTimeSql('c.updated_at')} AS updated_at`;

const findContactSql = `
SELECT ${contactColumns}, c.email_key FROM contacts c
WHERE c.organization_id = $1 AND ($2::uuid IS NULL OR c.id = $2) AND ($3::text IS NULL OR c.email_key = $3)
  AND num_nonnulls($2::uuid, $3::text) = 1`;

const findActivitySql = `
SELECT ${isoTimeSql('last_received_at')} AS last_received_at, ${isoTimeSql('last_opened_at')} AS last_opened_at,
  ${isoTimeSql('last_clicked_at')} AS last_clicked_at
FROM contact_activity WHERE contact_id = $2 AND organization_id = $1`;

/** Of `subscription_changes` h. */
export const changeColumns = `'subscription_change' AS object, h.id, h.topic, h.before AS "from", h.after AS "to", h.actor,
  h.api_key_id AS key_id, h.source, h.ip_address, h.user_agent, ${isoTimeSql('h.changed_at')} AS at`;

const listChangesSql = `
SELECT ${changeColumns}
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
