import assert from 'node:assert';
import {
  isPublishedSql,
  sweepPasses,
  type Queryable,
  type SweepPass,
  type SweepStretch,
  type SweptEvents,
  type SweptTable,
} from '@postrider/db';
import {
  factOfContactEvent,
  factOfEvent,
  factOfReply,
  readContactEvents,
  readEvents,
  readReplies,
  type EventKey,
  type WebhookFact,
  type WebhookKey,
} from '@postrider/webhooks';

/** A table whose rows become deliveries. */
export interface SweepSource {
  readonly table: SweptTable;
  readonly passes: readonly SweepPass[];
  /**
   * Looks at no more than `limit` rows, wanted or not: in an installation where few have endpoints, looking for the next
   * wanted one could read the whole table.
   */
  readPage(this: void, db: Queryable, stretch: SweepStretch): Promise<SweptPage>;
  /** The same for the rows of one organization; `before` belongs to the stretch. */
  readPageOf(this: void, db: Queryable, organizationId: string, stretch: SweepStretch): Promise<SweptPage>;
  /** In the order of ids. */
  readFacts(this: void, db: Queryable, keys: readonly WebhookKey[]): Promise<WebhookFact[]>;
}

/** What a sweep has looked at, and what of it some endpoint may want. */
export interface SweptPage extends SweptEvents {
  /** In the order of ids. */
  readonly keys: readonly WebhookKey[];
}

interface PageSql {
  /** Of the statement. */
  readonly name: string;
  readonly table: SweptTable;
  readonly messageIdSql: string;
  readonly typeSql: string;
  readonly isPublishedSql: string;
}

const eventsSql: PageSql = {
  name: 'missed-events.read-page',
  table: 'email_events',
  messageIdSql: 'message_id',
  typeSql: `'email.' || type`,
  isPublishedSql,
};

const repliesSql: PageSql = {
  name: 'missed-events.read-reply-page',
  table: 'inbound_emails',
  messageIdSql: 'NULL',
  typeSql: `'email.received'`,
  isPublishedSql: 'true',
};

const contactEventsSql: PageSql = {
  name: 'missed-events.read-contact-page',
  table: 'contact_events',
  messageIdSql: 'NULL',
  typeSql: `'contact.' || type`,
  isPublishedSql: 'true',
};

export const missedEvents: SweepSource = {
  table: eventsSql.table,
  passes: sweepPasses('webhook-dispatcher'),
  readPage: (db, stretch) => readPage(db, stretch, { sql: eventsSql }),
  readPageOf: (db, organizationId, stretch) => readPage(db, stretch, { sql: eventsSql, organizationId }),
  readFacts: async (db, keys) => {
    const withMessage = keys.filter((key): key is EventKey => key.messageId !== null);
    return (await readEvents(db, withMessage)).map(factOfEvent);
  },
};

export const missedReplies: SweepSource = {
  table: repliesSql.table,
  passes: sweepPasses('webhook-dispatcher').map(({ cursor, lagMs }) => ({
    cursor: cursor.replace('-events', '-replies'),
    lagMs,
  })),
  readPage: (db, stretch) => readPage(db, stretch, { sql: repliesSql }),
  readPageOf: (db, organizationId, stretch) => readPage(db, stretch, { sql: repliesSql, organizationId }),
  readFacts: async (db, keys) =>
    (
      await readReplies(
        db,
        keys.map(({ id }) => id),
      )
    ).map(factOfReply),
};

export const missedContactEvents: SweepSource = {
  table: contactEventsSql.table,
  passes: sweepPasses('webhook-dispatcher').map(({ cursor, lagMs }) => ({
    cursor: cursor.replace('-events', '-contact-events'),
    lagMs,
  })),
  readPage: (db, stretch) => readPage(db, stretch, { sql: contactEventsSql }),
  readPageOf: (db, organizationId, stretch) =>
    readPage(db, stretch, { sql: contactEventsSql, organizationId }),
  readFacts: async (db, keys) =>
    (
      await readContactEvents(
        db,
        keys.map(({ id }) => id),
      )
    ).map(factOfContactEvent),
};

async function readPage(
  db: Queryable,
  { after, before, limit }: SweepStretch,
  { sql, organizationId }: { sql: PageSql; organizationId?: string },
): Promise<SweptPage> {
  const { name, table, messageIdSql, typeSql, isPublishedSql: isPublished } = sql;
  const isOne = organizationId !== undefined;
  const stretchSql = isOne ? 'organization_id = $4 AND id > $1 AND id <= $2' : 'id > $1 AND id < $2';
  const { rows } = await db.query<PageRow>({
    name: isOne ? `${name}-of-organization` : name,
    text: `WITH page AS MATERIALIZED (
             SELECT * FROM ${table} WHERE ${stretchSql} ORDER BY id LIMIT $3
           ), wanted AS (
             SELECT * FROM page
              WHERE ${isPublished}
                AND organization_id IN (SELECT organization_id FROM webhook_endpoints WHERE status = 'enabled')
           )
           SELECT (SELECT count(*) FROM page) AS size,
                  (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last_id,
                  coalesce((SELECT json_agg(json_build_object('id', id, 'messageId', ${messageIdSql},
                    'organizationId', organization_id, 'type', ${typeSql}) ORDER BY id) FROM wanted), '[]') AS keys`,
    values: isOne ? [after, before, limit, organizationId] : [after, before, limit],
  });
  const [page] = rows;
  assert(page !== undefined, 'a page is one row');
  return { keys: page.keys, size: page.size, lastId: page.last_id };
}

interface PageRow {
  readonly size: number;
  readonly last_id: string | null;
  readonly keys: WebhookKey[];
}
