import type { SubscriptionChangeResource, TimelineEntry } from '@postrider/contracts/contacts';
import { messageEventTypes } from '@postrider/contracts/statuses';
import { uuidV7Floor, type Pool } from '@postrider/db';
import { isoTimeSql } from '../paging/iso-time';
import type { PageStart } from '../paging/page';
import { createBinder, search, type Found, type Search } from '../paging/search';
import { changeColumns } from './contacts.repository';

interface Shown<Resource> {
  readonly at: string;
  readonly shown: Resource;
}

export interface TimelineRow extends Pick<TimelineEntry, 'id' | 'type'> {
  readonly email: Shown<TimelineEntry['email']> | null;
  readonly run: Shown<TimelineEntry['automation_run']> | null;
  readonly change: SubscriptionChangeResource | null;
}

export interface TimelinePage extends PageStart {
  readonly organizationId: string;
  readonly contactId: string;
  readonly emailKey: string;
  /** Emails of these alone; null: of all. */
  readonly domainIds: readonly string[] | null;
}

/** Newest first. */
export function listTimeline(pool: Pool, page: TimelinePage): Promise<Found<TimelineRow>> {
  return search<TimelineRow>(pool, timelineSearch(page));
}

const dayMs = 86_400_000;

/**
 * A page of each kind by an index that ends with the id, merged. Ids are UUIDv7, so their order is that of time; the one that nothing
 * is newer than keeps partitions of coming weeks out of the plan.
 */
function timelineSearch(page: TimelinePage): Search {
  const { organizationId, contactId, emailKey, domainIds, limit, beforeId } = page;
  const bind = createBinder();
  const organization = bind.value('organization', organizationId, 'uuid');
  const id = bind.value('contact', contactId, 'uuid');
  const address = bind.value('address', emailKey, 'text');
  const before = bind.value('before', beforeId ?? uuidV7Floor(new Date(Date.now() + dayMs)), 'uuid');
  const candidateValues = bind.values.length;
  const types = bind.value('types', messageEventTypes, 'text[]');
  const ofContact = `contact_id = ${id} AND organization_id = ${organization} AND id < ${before}`;
  const arms = [
    `SELECT message_id AS id, 'email' AS type, ordinal FROM recipients
      WHERE organization_id = ${organization} AND address_key = ${address} AND message_id < ${before}`,
    `SELECT id, 'automation_run', NULL::smallint FROM automation_runs WHERE ${ofContact}`,
    `SELECT id, 'subscription_change', NULL::smallint FROM subscription_changes WHERE ${ofContact}`,
  ];
  const filters =
    domainIds === null
      ? []
      : [
          `(c.type <> 'email' OR (SELECT domain_id FROM messages WHERE id = c.id)
            = ANY(${bind.value('domains', domainIds, 'uuid[]')}))`,
        ];
  return {
    candidates: (rowsMax) => {
      const newest = `ORDER BY id DESC LIMIT ${rowsMax}`;
      const merged = arms.map((arm) => `(${arm} ${newest})`).join(' UNION ALL ');
      return `SELECT * FROM (${merged}) entries ${newest}`;
    },
    columns: `c.id, c.type, (${emailSql(types)}) AS email, (${runSql}) AS run, (${changeSql}) AS change`,
    ...{ filters, limit, values: bind.values, candidateValues },
  };
}

/** A recipient can have opened a message a thousand times: of each type, few are looked at. */
const eventsOfTypeMax = 20;

function emailSql(types: string): string {
  return `SELECT json_build_object('at', ${isoTimeSql('m.created_at')}, 'shown', json_build_object(
      'id', m.id, 'from', m.from_header, 'subject', m.subject, 'last_event', m.status, 'mode', m.mode, 'events', coalesce((
        SELECT json_agg(json_build_object('type', e.type, 'automatic', e.machine, 'at', ${isoTimeSql('e.occurred_at')})
                        ORDER BY e.occurred_at, e.id)
          FROM unnest(${types}) AS known (type) CROSS JOIN LATERAL (
            SELECT * FROM (SELECT id, type, occurred_at, machine FROM email_events
              WHERE message_id = c.id AND ordinal = c.ordinal AND type = known.type LIMIT ${eventsOfTypeMax}) recorded
             ORDER BY occurred_at LIMIT 1) e), '[]')))
    FROM messages m WHERE c.type = 'email' AND m.id = c.id`;
}

const runSql = `SELECT json_build_object('at', ${isoTimeSql('r.started_at')}, 'shown', json_build_object(
    'id', r.id, 'automation_id', r.automation_id, 'automation_name', a.name, 'status', r.status, 'detail', r.detail,
    'finished_at', ${isoTimeSql('r.finished_at')}))
  FROM automation_runs r JOIN automations a ON a.id = r.automation_id WHERE c.type = 'automation_run' AND r.id = c.id`;

const changeSql = `SELECT row_to_json(shown) FROM (
    SELECT ${changeColumns} FROM subscription_changes h
     WHERE c.type = 'subscription_change' AND h.id = c.id) shown`;
