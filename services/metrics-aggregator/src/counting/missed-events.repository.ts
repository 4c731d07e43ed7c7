import type { BounceType, EmailEventType } from '@postrider/contracts';
import { isPublishedSql, type Queryable, type SweepStretch, type SweptEvents } from '@postrider/db';
import type { CountableEvent } from './countable-event';

/** What a sweep has looked at, and what of it is not counted. */
export interface EventPage extends SweptEvents {
  readonly missed: readonly { readonly id: string; readonly messageId: string }[];
}

export async function readEventPage(
  db: Queryable,
  { after, before, limit }: SweepStretch,
): Promise<EventPage> {
  const { rows } = await db.query<{ size: number; last_id: string | null; missed: EventPage['missed'] }>({
    name: 'metrics-missed-event-page',
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
  return { missed: page?.missed ?? [], size: page?.size ?? 0, lastId: page?.last_id ?? null };
}

interface EventRow {
  readonly id: string;
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
}

export async function readCountableEvents(
  db: Queryable,
  keys: EventPage['missed'],
): Promise<CountableEvent[]> {
  const { rows } = await db.query<EventRow>({
    name: 'metrics-missed-events',
    text: `SELECT e.id, e.organization_id, m.domain_id, m.api_key_id, m.template ->> 'id' AS template_id, m.kind,
                  e.provider, 'email.' || e.type AS type, e.bounce_type, e.blocked, e.machine, e.repeated,
                  e.occurred_at
             FROM unnest($1::uuid[], $2::uuid[]) AS k (message_id, id)
             JOIN email_events e ON e.message_id = k.message_id AND e.id = k.id
             JOIN messages m ON m.id = k.message_id`,
    values: [keys.map(({ messageId }) => messageId), keys.map(({ id }) => id)],
  });
  return rows.map((row) => ({
    id: row.id,
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
    day: row.occurred_at.toISOString().slice(0, 10),
  }));
}
