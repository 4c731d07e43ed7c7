import assert from 'node:assert';
import type { Pool } from 'pg';
import { safeWatermark } from '../safe-watermark';
import { isSweepDue, lockSweepCursor, moveSweepCursor } from '../sweep-cursor';
import { withTransaction } from '../transaction';
import { uuidV7Floor, uuidV7Time } from '../uuid-v7';
import { lockContentTerms, messageTermsCursor, messageTermsFilledTo } from './message-terms';

/** A statement of some 10 ms: of 2,000 it took up to 140 beside a flood, for which the statements of others waited. */
const messagesPerPage = 250;

/**
 * Ids that are chosen before their message is accepted, those of broadcasts, are used for a day; processes that were frozen between
 * making an id and writing it are among them.
 */
const lateMs = 25 * 3_600_000;

export interface FilledPage {
  /** When the last message of a full page was made: there is more. Null: the page was the last. */
  readonly moreFrom: Date | null;
  /** Messages that got their terms. */
  readonly filled: number;
}

const nothing: FilledPage = { moreFrom: null, filled: 0 };

/**
 * Gives terms to the next messages behind the cursor, from the oldest that is kept to those of ten seconds ago. A page and its
 * cursor are one transaction, so it may be interrupted at any moment, and one replica does it at a time.
 */
export async function fillTerms(options: {
  readonly pool: Pool;
  readonly clock: { now(): Date };
}): Promise<FilledPage> {
  const { pool, clock } = options;
  return fillPage(pool, {
    cursor: messageTermsCursor,
    sql: fillSql('TRUE'),
    before: await safeWatermark(pool, clock.now()),
  });
}

/** Gives terms to messages that were committed when the cursor had passed their id by. */
export async function fillLateTerms(options: {
  readonly pool: Pool;
  readonly clock: { now(): Date };
}): Promise<FilledPage> {
  const { pool, clock } = options;
  const late = uuidV7Floor(new Date(clock.now().getTime() - lateMs));
  const filledTo = await messageTermsFilledTo(pool);
  return fillPage(pool, {
    cursor: 'metrics-aggregator.late-message-terms',
    sql: fillSql(hasNoTermsSql),
    before: filledTo < late ? filledTo : late,
  });
}

async function fillPage(
  pool: Pool,
  { cursor, sql, before }: { readonly cursor: string; readonly sql: string; readonly before: string },
): Promise<FilledPage> {
  if (!(await isSweepDue(pool, { table: 'messages', cursor, before }))) return nothing;
  return withTransaction(pool, async (client) => {
    const after = await lockSweepCursor(client, cursor);
    if (after === null || after >= before) return nothing;
    await lockContentTerms(client);
    const { rows } = await client.query<{ size: number; last_id: string | null; filled: number }>({
      name: cursor,
      text: sql,
      values: [after, before],
    });
    const [page] = rows;
    assert(page !== undefined, 'a count is one row');
    const last = page.size === messagesPerPage ? page.last_id : null;
    await moveSweepCursor(client, cursor, last ?? before);
    return { moreFrom: last === null ? null : uuidV7Time(last), filled: page.filled };
  });
}

/** Every message has a subject, if only an empty one. A scalar subquery is looked up row by row. */
const hasNoTermsSql = `
(SELECT true FROM message_terms t
  WHERE t.term = message_term(m.organization_id, m.mode, 'subject', m.subject) AND t.message_id = m.id) IS NULL`;

/**
 * The text of a term is what the API is asked for: a subject, `name` and `name:value` of a tag, `key:value` of metadata. Sorted, because
 * neighbours in the index are then written together. Contents are looked up one by one: joined, a page reads all that are behind it.
 */
function fillSql(condition: string): string {
  return `
WITH looked_at AS MATERIALIZED (
  SELECT id, organization_id, mode, subject, tags FROM messages
   WHERE id > $1 AND id < $2 ORDER BY id LIMIT ${messagesPerPage}
), page AS MATERIALIZED (
  SELECT * FROM looked_at m WHERE ${condition}
), of_messages AS (
  INSERT INTO message_terms (term, message_id)
  SELECT message_term(organization_id, mode, field, value), id FROM (
    SELECT id, organization_id, mode, 'subject' AS field, subject AS value FROM page
    UNION ALL
    SELECT id, organization_id, mode, 'tag', tag ->> 'name' FROM page, jsonb_array_elements(tags) tag
    UNION ALL
    SELECT id, organization_id, mode, 'tag', concat(tag ->> 'name', ':', tag ->> 'value')
      FROM page, jsonb_array_elements(tags) tag
  ) texts ORDER BY 1, 2 ON CONFLICT DO NOTHING
), of_contents AS (
  INSERT INTO content_terms (term, message_id)
  SELECT message_term(organization_id, mode, 'metadata', concat(key, ':', value)), id
    FROM page, jsonb_each_text((SELECT metadata FROM message_contents WHERE message_id = id))
   ORDER BY 1, 2 ON CONFLICT DO NOTHING
)
SELECT (SELECT count(*) FROM looked_at) AS size, (SELECT count(*) FROM page) AS filled,
       (SELECT id FROM looked_at ORDER BY id DESC LIMIT 1) AS last_id`;
}
