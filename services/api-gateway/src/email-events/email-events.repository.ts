import type { EmailEventType, EmailWebhookFact } from '@postrider/contracts';
import { uuidV7Floor, type Database } from '@postrider/db';

export interface FeedRequest {
  /** Events after this id. */
  readonly after: string;
  readonly limit: number;
  /** The only domains whose events may be seen; null: all. */
  readonly domainIds: readonly string[] | null;
  readonly now: Date;
}

export interface FeedPage {
  readonly events: readonly FeedEvent[];
  /** Where the next page begins, also when this one is empty. */
  readonly position: string;
  readonly hasMore: boolean;
}

export interface FeedEvent extends EmailWebhookFact {
  readonly id: string;
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
      const events = page.events.map(toEvent);
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
  readonly events: EventRow[];
}

interface EventRow {
  readonly id: string;
  readonly type: EmailEventType;
  /** As JSON has it. */
  readonly occurred_at: string;
  readonly recipient: string;
  readonly bounce_type: FeedEvent['bounce_type'];
  readonly detail: string | null;
  readonly url: string | null;
  readonly message_id: string;
  readonly message_id_header: string | null;
  readonly from_header: string;
  readonly to_addresses: string[];
  readonly subject: string;
  readonly kind: string | null;
  readonly tags: FeedEvent['email']['tags'];
  readonly template: FeedEvent['email']['template'];
  readonly metadata: FeedEvent['email']['metadata'];
}

// `queued` and `suppressed` are told by the answer of the send, and by no webhook.
const pageSql = `
WITH page AS MATERIALIZED (
  SELECT id, message_id, 'email.' || type AS type, occurred_at, recipient, bounce_type, detail, url
    FROM email_events
   WHERE organization_id = $1 AND id > $2 AND id < $3 AND type NOT IN ('queued', 'suppressed')
   ORDER BY id LIMIT $4
), seen AS (
  SELECT page.*, m.message_id_header, m.from_header, m.to_addresses, m.subject, m.kind, m.tags, m.template, c.metadata
    FROM page
    JOIN messages m ON m.id = page.message_id
    LEFT JOIN message_contents c ON c.message_id = page.message_id
   WHERE $5::uuid[] IS NULL OR m.domain_id = ANY($5)
   ORDER BY page.id LIMIT $6
)
SELECT (SELECT count(*)::int FROM page) AS looked_at,
       (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last_id,
       coalesce((SELECT json_agg(seen ORDER BY seen.id) FROM seen), '[]') AS events`;

function toEvent(row: EventRow): FeedEvent {
  const { id, type, recipient, bounce_type, detail, url } = row;
  return {
    ...{ id, type, recipient, bounce_type, detail, url },
    occurred_at: new Date(row.occurred_at).toISOString(),
    email: {
      id: row.message_id,
      message_id: row.message_id_header,
      from: row.from_header,
      to: row.to_addresses,
      subject: row.subject,
      kind: row.kind,
      tags: row.tags,
      template: row.template,
      metadata: row.metadata,
    },
  };
}
