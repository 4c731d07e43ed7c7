import assert from 'node:assert';
import {
  anyFormOf,
  deleteUnkeptContent,
  isUniqueViolation,
  strongestReasonFirst,
  withTransaction,
  type Pool,
} from '@postrider/db';
import type { MessageRow, PreparedEmail } from '../prepare/prepared-email';
import { parametersOf } from './insert-parameters';

/** What the statement did with one message. */
export type InsertOutcome =
  | { readonly state: 'stored'; readonly suppressed: readonly string[] }
  /**
   * Nothing was written: its idempotency key belongs to an earlier message, or the message exists already under its chosen id.
   * Suppressed recipients are given only in the second case.
   */
  | { readonly state: 'replay'; readonly suppressed: readonly string[] };

interface ExceptionRow {
  readonly id: string;
  readonly replay: boolean;
  /** Null if it is a replay of another message, by its idempotency key. */
  readonly suppressed: string[] | null;
}

const stored: InsertOutcome = { state: 'stored', suppressed: [] };

/**
 * Writes many messages, of any organizations, all or none, in one statement. The statement returns rows only for replays and
 * for messages with suppressed recipients.
 *
 * @param shard of `usage_shards`, in which their recipients are counted; no other statement uses it at the time
 */
export async function insertEmails(
  pool: Pool,
  batch: readonly PreparedEmail[],
  shard: string,
): Promise<InsertOutcome[]> {
  const rows = await insertOrReplay(pool, batch, shard);
  if (rows.length === 0) return batch.map(() => stored);
  // A message whose recipients are all suppressed is final already, and its content may have to go. That is done in a second
  // statement, so that other mail does not pay for it. If it fails, the nightly run deletes the content.
  const storedIds = rows.filter((row) => !row.replay).map((row) => row.id);
  await withTransaction(pool, (client) => deleteUnkeptContent(client, storedIds)).catch(() => undefined);
  const exceptions = new Map(rows.map((row) => [row.id, row]));
  return batch.map(({ message }) => {
    const exception = exceptions.get(message.id);
    if (exception === undefined) return stored;
    if (exception.replay) return { state: 'replay', suppressed: exception.suppressed ?? [] };
    assert(
      exception.suppressed !== null,
      'a message that is stored comes back for its suppressed recipients',
    );
    return { state: 'stored', suppressed: exception.suppressed };
  });
}

/** A conflict shows only when the other process has committed, so the second run nearly always finds all of those messages. */
const conflictsMax = 5;

/**
 * Two processes may accept a message with a chosen id at once, if the first has taken longer than its lease. The second violates
 * the primary key, runs the statement again, and then sees that it is a replay.
 */
async function insertOrReplay(
  pool: Pool,
  batch: readonly PreparedEmail[],
  shard: string,
): Promise<ExceptionRow[]> {
  const statement = {
    ...(batch.some(({ message }) => isRare(message)) ? rareStatement : usualStatement),
    values: [...parametersOf(batch), shard],
  };
  const mayConflict = batch.some(({ message }) => message.chosen);
  for (let conflicts = 0; ; conflicts += 1) {
    try {
      return (await pool.query<ExceptionRow>(statement)).rows;
    } catch (error) {
      if (!mayConflict || !isUniqueViolation(error) || conflicts === conflictsMax) throw error;
    }
  }
}

/** Whether a message needs `rareStatement`. */
function isRare({ held, chosen, hide_recipients, generate_text, mime }: MessageRow): boolean {
  return [held, chosen, hide_recipients, generate_text, mime].some((value) => value !== undefined);
}

/**
 * Its parameters are those of `parametersOf`, in that order; $17 is the shard of `usage_shards` that is this statement's alone.
 *
 * message   what came, put together from what it shares with those before it, what is its own, and what few have
 * claimed   a key is free, or its row has expired: it is ours. Else another statement's insert is waited for and the
 *           key is its, so the message is a replay. Statements that run at once take the locks of keys in one order, so
 *           they cannot deadlock
 * fresh     the messages that are written
 * screened  their recipients, with the entry that stops each: of the organization or of the sending domain;
 *           an unsubscription stops only bulk kinds
 * events    a suppressed recipient's; the id is a UUIDv7 of the message's millisecond
 * counted   recipients left per message; none left: the message is stored as suppressed and never sent
 * used      live recipients left, by organization and day: what quotas are rebuilt from (ADR 10)
 * held      only in `rareStatement`: its review, which the send-worker screens
 *
 * A recipient's row says that it was queued, and when: a `queued` event would be a fourth row with three index
 * entries for each recipient, and nobody counts it or is told of it. Whoever shows events adds it (ADR 7).
 */
const readMessagesSql = (rare: RareColumns): string => `
WITH message AS MATERIALIZED (
  SELECT own.position, own.id, own.created_at, own.subject, shared.organization_id, shared.api_key_id,
    shared.domain_id, shared.mode, shared.lane, shared.source, shared.kind, shared.bulk, shared.from_header, shared.from_address,
    shared.reply_to, shared.track_opens, shared.track_clicks, coalesce(rest.to_addresses, ARRAY[own.first_to]) AS to_addresses,
    rest.cc_addresses, rest.bcc_addresses, rest.tags, rest.template, rest.warnings, rest.scheduled_at, rest.expires_at,
    rest.due_at, rest.idempotency_key, rest.kept_until, rest.headers, rest.metadata, rest.submitted_id_hash${rare.read}
  FROM unnest($1::uuid[], $2::timestamptz[], $3::integer[], $4::text[], $5::text[])
    WITH ORDINALITY AS own (id, created_at, shared_at, subject, first_to, position)
  JOIN json_to_recordset($8::json) AS shared (
    position integer, organization_id uuid, api_key_id uuid, domain_id uuid, mode text, lane text, source text, kind text,
    bulk boolean, from_header text, from_address text, reply_to text, track_opens boolean, track_clicks boolean
  ) ON shared.position = own.shared_at
  LEFT JOIN json_to_recordset($9::json) AS rest (
    position integer, to_addresses text[], cc_addresses text[], bcc_addresses text[], tags jsonb, template jsonb,
    warnings jsonb, scheduled_at timestamptz, expires_at timestamptz, due_at timestamptz, idempotency_key text,
    kept_until timestamptz, headers jsonb, metadata jsonb, submitted_id_hash bytea${rare.types}
  ) ON rest.position = own.position
  ORDER BY own.position
),`;

const screenRecipientsSql = (rare: RareColumns): string => `
claimed AS (
  INSERT INTO idempotency_keys AS known (organization_id, mode, key, message_id, created_at, expires_at)
  SELECT organization_id, mode, idempotency_key, id, created_at, kept_until
  FROM message WHERE idempotency_key IS NOT NULL
  ORDER BY organization_id, mode, idempotency_key
  ON CONFLICT (organization_id, mode, key) DO UPDATE
    SET message_id = excluded.message_id, created_at = excluded.created_at, expires_at = excluded.expires_at
    WHERE known.expires_at <= excluded.created_at
  RETURNING message_id
),
fresh AS NOT MATERIALIZED (
  SELECT * FROM message
  WHERE (idempotency_key IS NULL OR id IN (SELECT message_id FROM claimed))${rare.fresh}
),
screened AS MATERIALIZED (
  SELECT fresh.id AS message_id, r.ordinal::smallint, r.address, coalesce(r.address_key, r.address) AS address_key,
    coalesce(r.role, 'to') AS role, fresh.organization_id, fresh.mode, fresh.created_at,
    (
      SELECT jsonb_build_object('id', s.id, 'reason', s.reason) FROM suppressions s
      WHERE s.organization_id = fresh.organization_id AND s.email = ${anyFormOf('fresh.organization_id', 'coalesce(r.address_key, r.address)')}
        AND (s.domain_id IS NULL OR s.domain_id = fresh.domain_id)
        AND (s.expires_at IS NULL OR s.expires_at > fresh.created_at)
        AND (s.reason <> 'unsubscribe' OR fresh.bulk)
      ORDER BY ${strongestReasonFirst('s.reason')} LIMIT 1
    ) AS suppression
  FROM unnest($10::integer[], $11::integer[], $12::text[], $13::text[], $14::text[])
    AS r (message_at, ordinal, address, address_key, role)
  JOIN fresh ON fresh.position = r.message_at
),
counted AS MATERIALIZED (
  SELECT message_id, count(*) FILTER (WHERE suppression IS NULL) AS remaining FROM screened GROUP BY message_id
),`;

const insertMessagesSql = (rare: RareColumns): string => `
messages_written AS (
  INSERT INTO messages (
    id, organization_id, api_key_id, domain_id, mode, lane, source, kind, from_header, from_address, reply_to,
    subject, to_addresses, cc_addresses, bcc_addresses, tags, template, warnings, track_opens, track_clicks,
    recipient_count, status, created_at, scheduled_at, expires_at, due_at, final_at,
    submitted_id_hash${rare.messages})
  SELECT
    id, organization_id, api_key_id, domain_id, mode, lane, source, kind, from_header, from_address, reply_to,
    subject, to_addresses, coalesce(cc_addresses, '{}'), coalesce(bcc_addresses, '{}'), tags, template, warnings,
    track_opens, track_clicks,
    remaining, CASE WHEN remaining = 0 THEN 'suppressed' ELSE 'queued' END, created_at, scheduled_at, expires_at,
    ${rare.dueAt}, CASE WHEN remaining = 0 THEN created_at END,
    submitted_id_hash${rare.messageValues}
  FROM fresh JOIN counted ON counted.message_id = fresh.id
),`;

const insertContentsSql = (rare: RareColumns): string => `
contents_written AS (
  INSERT INTO message_contents (message_id, organization_id, html, text, headers, metadata${rare.contents})
  SELECT id, organization_id, ($6::text[])[position], ($7::text[])[position], headers, metadata${rare.contentValues}
  FROM fresh
),`;

const insertOthersSql = `
attachments_written AS (
  INSERT INTO message_attachments (message_id, ordinal, filename, content_type, content_id, size, content)
  SELECT a.message_id, a.ordinal, a.filename, a.content_type, a.content_id, a.size, ($16::text[])[a.content_at]
  FROM json_to_recordset($15::json) AS a (
    message_id uuid, ordinal smallint, filename text, content_type text, content_id text, size integer,
    content_at integer)
  JOIN fresh ON fresh.id = a.message_id
),
recipients_written AS (
  INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, updated_at)
  SELECT message_id, ordinal, organization_id, address, address_key, role,
    CASE WHEN suppression IS NOT NULL THEN 'suppressed' ELSE 'queued' END, created_at
  FROM screened
),
events_written AS (
  INSERT INTO email_events (
    message_id, id, organization_id, ordinal, recipient, type, identity, occurred_at, mode, suppression)
  SELECT message_id, (left(message_id::text, 15) || substr(gen_random_uuid()::text, 16))::uuid, organization_id, ordinal, address, 'suppressed', 'accept', created_at, mode, suppression
  FROM screened WHERE suppression IS NOT NULL
),
used AS (
  INSERT INTO usage_shards AS known (organization_id, day, shard, recipients)
  SELECT organization_id, (created_at AT TIME ZONE 'UTC')::date, $17::uuid, count(*)
  FROM screened WHERE mode = 'live' AND suppression IS NULL GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (organization_id, day, shard) DO UPDATE SET recipients = known.recipients + excluded.recipients
)`;

const selectExceptionsSql = (rare: RareColumns): string => `
SELECT id, true AS replay, ${rare.replaySuppressed} AS suppressed
FROM message WHERE ${rare.replayed}
UNION ALL
SELECT message_id, false, array_agg(address ORDER BY ordinal) FROM screened WHERE suppression IS NOT NULL GROUP BY message_id`;

const insertReviewsSql = `,
reviews_written AS (
  INSERT INTO message_reviews (message_id, organization_id, status, created_at)
  SELECT id, organization_id, 'pending', created_at
  FROM fresh JOIN counted ON counted.message_id = fresh.id WHERE held AND remaining > 0
)`;

/** Columns that few messages have, at the ends of the lists of the statement's tables; and when they are due. */
interface RareColumns {
  readonly read: string;
  readonly types: string;
  /** What keeps a message that is there already from being written again. */
  readonly fresh: string;
  readonly replayed: string;
  readonly replaySuppressed: string;
  readonly messages: string;
  readonly dueAt: string;
  readonly messageValues: string;
  readonly contents: string;
  readonly contentValues: string;
}

const none: RareColumns = {
  read: '',
  types: '',
  fresh: '',
  replayed: 'idempotency_key IS NOT NULL AND id NOT IN (SELECT message_id FROM claimed)',
  replaySuppressed: 'NULL::text[]',
  messages: '',
  dueAt: 'coalesce(due_at, created_at)',
  messageValues: '',
  contents: '',
  contentValues: '',
};
const rareColumns: RareColumns = {
  read: ', rest.held, rest.chosen, rest.hide_recipients, rest.generate_text, rest.mime_at',
  types: ', held boolean, chosen boolean, hide_recipients boolean, generate_text boolean, mime_at integer',
  fresh: `
    AND (chosen IS NOT TRUE OR NOT EXISTS (SELECT FROM messages known WHERE known.id = message.id))`,
  replayed: 'id NOT IN (SELECT id FROM fresh)',
  replaySuppressed: `CASE WHEN chosen THEN (
    SELECT array_agg(r.address) FROM recipients r WHERE r.message_id = message.id AND r.status = 'suppressed'
  ) END`,
  messages: ', hide_recipients, generate_text',
  dueAt: 'CASE WHEN held THEN due_at ELSE coalesce(due_at, created_at) END',
  messageValues: ', coalesce(hide_recipients, false), generate_text',
  contents: ', mime',
  contentValues: ', ($16::text[])[mime_at]',
};

function insertSql(rare: RareColumns): string {
  return (
    readMessagesSql(rare) +
    screenRecipientsSql(rare) +
    insertMessagesSql(rare) +
    insertContentsSql(rare) +
    insertOthersSql
  );
}

/** Two statements, so that usual mail pays nothing for what few messages have. */
const usualStatement = {
  name: 'acceptance.insert-emails',
  text: insertSql(none) + selectExceptionsSql(none),
};
const rareStatement = {
  name: 'acceptance.insert-rare-emails',
  text: insertSql(rareColumns) + insertReviewsSql + selectExceptionsSql(rareColumns),
};
