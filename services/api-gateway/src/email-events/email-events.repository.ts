import type { EmailEventMessage } from '@postrider/contracts';
import {
  emailEventColumns,
  isPublishedSql,
  presentEmailEvent,
  uuidV7Floor,
  type Database,
  type EmailEventRow,
} from '@postrider/db';

export interface FeedRequest {
  /** Events after this id. */
  readonly after: string;
  readonly limit: number;
  /** The only domains whose events may be seen; null: all. */
  readonly domainIds: readonly string[] | null;
  readonly now: Date;
}

export interface FeedPage {
  readonly events: readonly EmailEventMessage[];
  /** Where the next page begins, also when this one is empty. */
  readonly position: string;
  readonly hasMore: boolean;
}

export interface EmailEventsRepository {
  /** Events that a webhook tells of, in the order of their ids; what may still appear among them is not read yet. */
  read(organizationId: string, request: FeedRequest): Promise<FeedPage>;
}

/**
 * The longest time from making an event's id to the first write of its transaction: 5 s is how long a connection is
 * waited for; the rest is for clocks that differ.
 */
const LAG_MS = 10_000;
/** Events that a page looks at for a restricted key: few of them may be of its domains, or none. */
const LOOKED_AT_MAX = 1_000;

/**
 * Ids are made by many processes, and a commit makes its events visible at last: without a bound, a reader could pass by
 * an id whose event appears behind it, and never see it. So a page ends before `LAG_MS` ago, and as long before the
 * oldest transaction that has written and is still open, however long it takes. What has an id below that is committed,
 * or never will be. The bound is taken before the page is read, not with it: what commits in between is in the page.
 */
export function createEmailEventsRepository({ pool }: Pick<Database, 'pool'>): EmailEventsRepository {
  const oldestWriter = async (): Promise<Date | null> => {
    const { rows } = await pool.query<{ began: Date | null }>({
      name: 'email-events.oldest-writer',
      text: `SELECT min(xact_start) AS began FROM pg_stat_activity
              WHERE datname = current_database() AND backend_xid IS NOT NULL`,
    });
    return rows[0]?.began ?? null;
  };

  return {
    read: async (organizationId, { after, limit, domainIds, now }) => {
      const began = await oldestWriter();
      const settledMs = Math.min(now.getTime(), began?.getTime() ?? Infinity) - LAG_MS;
      const lookedAtMax = domainIds === null ? limit + 1 : LOOKED_AT_MAX;
      const { rows } = await pool.query<PageRow>({
        name: 'email-events.page',
        text: pageSql,
        values: [organizationId, after, uuidV7Floor(new Date(settledMs)), lookedAtMax, domainIds, limit],
      });
      const [page] = rows;
      if (!page) return { events: [], position: after, hasMore: false };
      const events = page.events.map(presentEmailEvent);
      const last = events.length === limit ? (events.at(-1)?.id ?? null) : page.last_id;
      const isCut = last !== page.last_id;
      return { events, position: last ?? after, hasMore: isCut || page.looked_at === lookedAtMax };
    },
  };
}

interface PageRow {
  readonly looked_at: number;
  /** Of all that were looked at; null: there was nothing. */
  readonly last_id: string | null;
  readonly events: EmailEventRow[];
}

const pageSql = `
WITH page AS MATERIALIZED (
  SELECT * FROM email_events
   WHERE organization_id = $1 AND id > $2 AND id < $3 AND ${isPublishedSql}
   ORDER BY id LIMIT $4
), seen AS (
  SELECT ${emailEventColumns}
    FROM page e
    JOIN messages m ON m.id = e.message_id
    LEFT JOIN message_contents c ON c.message_id = e.message_id
   WHERE $5::uuid[] IS NULL OR m.domain_id = ANY($5)
   ORDER BY e.id LIMIT $6
)
SELECT (SELECT count(*)::int FROM page) AS looked_at,
       (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last_id,
       coalesce((SELECT json_agg(seen ORDER BY seen.id) FROM seen), '[]') AS events`;
