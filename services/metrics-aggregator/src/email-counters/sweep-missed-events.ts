import assert from 'node:assert';
import type { EmailEventType } from '@postrider/contracts/events';
import type { EventReply, FailureClass } from '@postrider/contracts/outcomes';
import type { BounceType } from '@postrider/contracts/statuses';
import {
  isPublishedSql,
  sweepEvents,
  type Pool,
  type Queryable,
  type SweepPass,
  type SweepStretch,
  type SweptEvents,
} from '@postrider/db';
import type { Clock, Logger } from '@postrider/runtime';
import { countEventsIn } from './count-events';
import { timesOf, type CountableEvent } from './countable-event';
import { replyKey } from './normal-reply';

const eventsPerPage = 5_000;

/**
 * Counts events that the broker did not bring. After a crash a page is done again, and counting twice adds nothing.
 * @returns whether the page was full: there is more
 */
export function createMissedEventsSweep(options: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onFound: (events: number) => void;
}): (pass: SweepPass) => Promise<boolean> {
  const { pool, clock, log, onFound } = options;
  return async (pass) => {
    let found = 0;
    const full = await sweepEvents(pool, pass, {
      table: 'email_events',
      now: clock.now(),
      limit: eventsPerPage,
      look: async (client, stretch) => {
        const page = await readEventPage(client, stretch);
        const events = page.missed.length > 0 ? await readCountableEvents(client, page.missed) : [];
        found = events.length > 0 ? await countEventsIn(client, events) : 0;
        return page;
      },
    });
    if (found > 0) {
      log.warn({ sweep: pass.cursor, events: found }, 'counted events that the broker did not deliver');
      onFound(found);
    }
    return full;
  };
}

/** What a sweep has looked at, and what of it is not counted. */
interface EventPage extends SweptEvents {
  readonly missed: readonly { readonly id: string; readonly messageId: string }[];
}

async function readEventPage(db: Queryable, { after, before, limit }: SweepStretch): Promise<EventPage> {
  const { rows } = await db.query<{ size: number; last_id: string | null; missed: EventPage['missed'] }>({
    name: 'email-counters.read-event-page',
    text: `WITH page AS MATERIALIZED (
             SELECT id, message_id, mode, type FROM email_events
              WHERE id > $1 AND id < $2 ORDER BY id LIMIT $3
           ), missed AS (
             SELECT id, message_id FROM page
              WHERE mode = 'live' AND ${isPublishedSql}
                AND NOT EXISTS (SELECT 1 FROM counted_events c WHERE c.event_id = page.id)
           )
           SELECT (SELECT count(*) FROM page) AS size,
                  (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last_id,
                  coalesce((SELECT json_agg(json_build_object('id', id, 'messageId', message_id)) FROM missed),
                           '[]') AS missed`,
    values: [after, before, limit],
  });
  const [page] = rows;
  assert(page !== undefined, 'a page is one row');
  return { missed: page.missed, size: page.size, lastId: page.last_id };
}

interface EventRow {
  readonly id: string;
  readonly message_id: string;
  readonly organization_id: string;
  readonly domain_id: string;
  readonly api_key_id: string;
  readonly template_id: string | null;
  readonly kind: string | null;
  readonly provider: string | null;
  readonly type: EmailEventType;
  readonly bounce_type: BounceType | null;
  readonly blocked: boolean;
  readonly machine: boolean;
  readonly repeated: boolean;
  readonly occurred_at: Date;
  readonly url: string | null;
  readonly recipient: string;
  readonly detail: string | null;
  readonly failure_class: FailureClass | null;
  readonly reply: EventReply | null;
}

async function readCountableEvents(db: Queryable, keys: EventPage['missed']): Promise<CountableEvent[]> {
  const { rows } = await db.query<EventRow>({
    name: 'email-counters.read-missed-events',
    text: `SELECT e.id, e.message_id, e.organization_id, m.domain_id, m.api_key_id, m.template ->> 'id' AS template_id, m.kind,
                  e.provider, 'email.' || e.type AS type, e.bounce_type, e.blocked, e.machine, e.repeated,
                  e.occurred_at, e.url, e.recipient, e.detail, e.failure_class, e.reply
             FROM unnest($1::uuid[], $2::uuid[]) AS k (message_id, id)
             JOIN email_events e ON e.message_id = k.message_id AND e.id = k.id
             JOIN messages m ON m.id = k.message_id`,
    values: [keys.map(({ messageId }) => messageId), keys.map(({ id }) => id)],
  });
  return rows.map((row) => ({
    id: row.id,
    messageId: row.message_id,
    organizationId: row.organization_id,
    domainId: row.domain_id,
    keyId: row.api_key_id,
    templateId: row.template_id,
    kind: row.kind,
    provider: row.provider,
    type: row.type,
    bounceType: row.bounce_type,
    blocked: row.blocked,
    machine: row.machine,
    repeated: row.repeated,
    ...timesOf(row.occurred_at.toISOString()),
    url: row.url,
    reply: replyKey(row),
  }));
}
