import assert from 'node:assert';
import type { EmailEventMessage } from '@postrider/contracts/events';
import type { Mode } from '@postrider/contracts/statuses';
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
  /** Also events above the safe watermark, after this id; null: none. */
  readonly recentAfter: string | null;
  /** The only domains whose events may be seen; null: all. */
  readonly domainIds: readonly string[] | null;
  /** As its column has it: without `email.`. Null: all. */
  readonly type: string | null;
  readonly mode: Mode | null;
  readonly emailId: string | null;
  readonly now: Date;
}

export interface EventStreamPage {
  readonly events: readonly EmailEventMessage[];
  /** Where the next page begins, also when this one is empty. */
  readonly position: string;
  readonly hasMore: boolean;
  /** Above the safe watermark, where an event may still appear before one that was read; null: not asked for, or `hasMore`. */
  readonly recent: Omit<EventStreamPage, 'recent'> | null;
}

export interface EmailEventsRepository {
  /** Events that webhooks deliver, in the order of their ids, up to the safe watermark. */
  read(organizationId: string, request: EventStreamRequest): Promise<EventStreamPage>;
}

/** Events that a page looks at: few of them may be delivered by webhooks or belong to a restricted key's domains, or none. */
const lookedAtMax = 1_000;
/** By type or mode: what the rows themselves say costs less than reading the email of each. */
const lookedAtByColumnMax = 5_000;

/**
 * A page ends before the safe watermark, so that no reader passes by an id whose event appears later. The watermark is taken before
 * the page is read, not with it: what commits in between is in the page.
 *
 * Filters bound what a page returns, not what it looks at: a page without matches ends after `lookedAtMax` events, and the next one goes
 * on from there. Events of one email are read by its id; it has some thousands at most.
 */
export function createEmailEventsRepository({ pool }: Pick<Database, 'pool'>): EmailEventsRepository {
  return {
    read: async (organizationId, request) => {
      const { after, recentAfter, now } = request;
      const before = await safeWatermark(pool, now);
      const page = await readPage(pool, { ...request, organizationId, after, before });
      if (recentAfter === null || page.hasMore) return { ...page, recent: null };
      const recentFrom = [after, before, recentAfter].toSorted().at(-1) ?? before;
      const recent = await readPage(pool, {
        ...{ ...request, organizationId },
        ...{ after: recentFrom, before: highestId },
      });
      return { ...page, recent };
    },
  };
}

async function readPage(
  pool: Database['pool'],
  request: EventStreamRequest & { readonly organizationId: string; readonly before: string },
): Promise<Omit<EventStreamPage, 'recent'>> {
  const { organizationId, after, before, limit, domainIds, type, mode, emailId } = request;
  const lookedAt = type === null && mode === null ? lookedAtMax : lookedAtByColumnMax;
  const values = [organizationId, after, before, domainIds, limit + 1, type, mode, lookedAt];
  const { rows } = await pool.query<PageRow>(
    emailId === null
      ? { name: 'email-events.read-page', text: readPageSql, values }
      : { name: 'email-events.read-page-of-email', text: readPageOfEmailSql, values: [...values, emailId] },
  );
  const page = rows[0];
  assert(page !== undefined);
  const events = page.events.slice(0, limit).map(presentEmailEvent);
  if (page.events.length > limit) return { events, position: events.at(-1)?.id ?? after, hasMore: true };
  return { events, position: page.last_id ?? after, hasMore: page.looked_at === lookedAt };
}

const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

interface PageRow {
  /** One more than asked for: there is more. */
  readonly events: EmailEventRow[];
  /** How many were looked at, and the last of them; null where `events` says enough, or there was nothing. */
  readonly looked_at: number | null;
  readonly last_id: string | null;
}

const ofOrganizationSql = `organization_id = $1 AND id > $2 AND id < $3`;

function pageSql(eventsSql: string): string {
  const stretchSql = (columns: string): string =>
    `SELECT ${columns} FROM ${eventsSql} WHERE ${ofOrganizationSql} ORDER BY id LIMIT $8`;
  return `
WITH seen AS MATERIALIZED (
  SELECT ${emailEventColumns}
    FROM (${stretchSql('*')}) e
    JOIN messages m ON m.id = e.message_id
    LEFT JOIN message_contents c ON c.message_id = e.message_id
   WHERE e.${isPublishedSql} AND ($4::uuid[] IS NULL OR m.domain_id = ANY($4))
     AND ($6::text IS NULL OR e.type = $6) AND ($7::text IS NULL OR e.mode = $7)
   ORDER BY e.id LIMIT $5
), found AS (
  SELECT count(*) < $5 AS is_short, coalesce(json_agg(seen ORDER BY seen.id), '[]') AS events FROM seen
)
SELECT found.events, looked.looked_at, looked.last_id
  FROM found LEFT JOIN LATERAL (
       SELECT count(*)::int AS looked_at, (array_agg(id ORDER BY id DESC))[1] AS last_id
         FROM (${stretchSql('id')}) stretch
       ) looked ON found.is_short`;
}

const readPageSql = pageSql('email_events');
// OFFSET 0 keeps the planner from going through all of the organization's events for those of one email.
const readPageOfEmailSql = pageSql('(SELECT * FROM email_events WHERE message_id = $9 OFFSET 0) of_email');
