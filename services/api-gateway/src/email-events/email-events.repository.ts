import assert from 'node:assert';
import type { EmailEventMessage } from '@postrider/contracts';
import {
  emailEventColumns,
  isPublishedSql,
  presentEmailEvent,
  safeWatermark,
  type Database,
  type EmailEventRow,
} from '@postrider/db';

export interface EventStreamRequest {
  /** Events after this id. */
  readonly after: string;
  readonly limit: number;
  /** The only domains whose events may be seen; null: all. */
  readonly domainIds: readonly string[] | null;
  readonly now: Date;
}

export interface EventStreamPage {
  readonly events: readonly EmailEventMessage[];
  /** Where the next page begins, also when this one is empty. */
  readonly position: string;
  readonly hasMore: boolean;
}

export interface EmailEventsRepository {
  /** Events that webhooks deliver, in the order of their ids, up to the safe watermark. */
  read(organizationId: string, request: EventStreamRequest): Promise<EventStreamPage>;
}

/** Events that a page looks at: few of them may be delivered by webhooks or belong to a restricted key's domains, or none. */
const lookedAtMax = 1_000;

/**
 * A page ends before the safe watermark, so that no reader passes by an id whose event appears later. The watermark is taken before
 * the page is read, not with it: what commits in between is in the page.
 */
export function createEmailEventsRepository({ pool }: Pick<Database, 'pool'>): EmailEventsRepository {
  return {
    read: async (organizationId, { after, limit, domainIds, now }) => {
      const before = await safeWatermark(pool, now);
      const { rows } = await pool.query<PageRow>({
        name: 'email-events.read-page',
        text: readPageSql,
        values: [organizationId, after, before, domainIds, limit + 1],
      });
      const page = rows[0];
      assert(page !== undefined);
      const events = page.events.slice(0, limit).map(presentEmailEvent);
      if (page.events.length > limit) return { events, position: events.at(-1)?.id ?? after, hasMore: true };
      return { events, position: page.last_id ?? after, hasMore: page.looked_at === lookedAtMax };
    },
  };
}

interface PageRow {
  /** One more than asked for: there is more. */
  readonly events: EmailEventRow[];
  /** How many were looked at, and the last of them; null where `events` says enough, or there was nothing. */
  readonly looked_at: number | null;
  readonly last_id: string | null;
}

const ofOrganizationSql = `organization_id = $1 AND id > $2 AND id < $3`;

const readPageSql = `
WITH seen AS MATERIALIZED (
  SELECT ${emailEventColumns}
    FROM (SELECT * FROM email_events WHERE ${ofOrganizationSql} ORDER BY id LIMIT ${lookedAtMax}) e
    JOIN messages m ON m.id = e.message_id
    LEFT JOIN message_contents c ON c.message_id = e.message_id
   WHERE e.${isPublishedSql} AND ($4::uuid[] IS NULL OR m.domain_id = ANY($4))
   ORDER BY e.id LIMIT $5
), found AS (
  SELECT count(*) < $5 AS is_short, coalesce(json_agg(seen ORDER BY seen.id), '[]') AS events FROM seen
)
SELECT found.events, looked.looked_at, looked.last_id
  FROM found LEFT JOIN LATERAL (
       SELECT count(*)::int AS looked_at, (array_agg(id ORDER BY id DESC))[1] AS last_id
         FROM (SELECT id FROM email_events WHERE ${ofOrganizationSql} ORDER BY id LIMIT ${lookedAtMax}) stretch
       ) looked ON found.is_short`;
