import { anyFormOf, strongestReasonFirst } from '@postrider/db';
import { messageColumns, type NamedColumn } from './message-columns';

/**
 * The accepting statement. Its parameters are those of `parametersOf`, in that order; $17 is the shard of `usage_shards` that is this
 * statement's alone.
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
 * key_used  only with rare columns: the same by key, of keys that have a daily limit
 * reviews   only with rare columns: of a held message, which the send-worker screens
 *
 * A recipient's row says that it was queued, and when: a `queued` event would be a fourth row with three index
 * entries for each recipient, and no counter or webhook reads it. What shows events adds it (ADR 7).
 */
function acceptingSql({ withRare }: { readonly withRare: boolean }): string {
  const columns = messageColumns.filter(({ travels }) => withRare || travels !== 'rare');
  return [
    readMessagesSql(columns),
    claimKeysSql,
    freshSql(withRare),
    screenRecipientsSql,
    insertMessagesSql(columns, withRare),
    insertContentsSql(columns),
    insertOthersSql,
    ...(withRare ? [countForKeysSql, insertReviewsSql] : []),
    selectExceptionsSql(withRare),
  ].join('');
}

/** What travels of a long column is its position among the texts of $16. */
const travelling = ({ name, type, isLong }: NamedColumn): { name: string; type: string } =>
  isLong ? { name: `${name}_at`, type: 'integer' } : { name, type };

function readMessagesSql(columns: readonly NamedColumn[]): string {
  const shared = columns.filter(({ travels }) => travels === 'shared');
  const rest = columns.filter(({ travels }) => travels !== 'shared');
  const typesOf = (some: readonly NamedColumn[]): string =>
    ['position integer', ...some.map(travelling).map(({ name, type }) => `${name} ${type}`)].join(', ');
  const values = [
    ...shared.map(({ name }) => `shared.${name}`),
    ...rest.map((column) => {
      const { name } = travelling(column);
      return column.read === undefined ? `rest.${name}` : `${column.read} AS ${name}`;
    }),
  ];
  return `
WITH message AS MATERIALIZED (
  SELECT own.position, own.id, own.created_at, own.subject, ${values.join(', ')}
  FROM unnest($1::uuid[], $2::timestamptz[], $3::integer[], $4::text[], $5::text[])
    WITH ORDINALITY AS own (id, created_at, shared_at, subject, first_to, position)
  JOIN json_to_recordset($8::json) AS shared (${typesOf(shared)}) ON shared.position = own.shared_at
  LEFT JOIN json_to_recordset($9::json) AS rest (${typesOf(rest)}) ON rest.position = own.position
  ORDER BY own.position
),`;
}

const claimKeysSql = `
claimed AS (
  INSERT INTO idempotency_keys AS known (organization_id, mode, key, message_id, created_at, expires_at, body_hash)
  SELECT organization_id, mode, idempotency_key, id, created_at, kept_until, body_hash
  FROM message WHERE idempotency_key IS NOT NULL
  ORDER BY organization_id, mode, idempotency_key
  ON CONFLICT (organization_id, mode, key) DO UPDATE
    SET message_id = excluded.message_id, created_at = excluded.created_at, expires_at = excluded.expires_at,
      body_hash = excluded.body_hash
    WHERE known.expires_at <= excluded.created_at
  RETURNING message_id
),`;

/** A message with a chosen id may be there already. */
const freshSql = (withRare: boolean): string => `
fresh AS NOT MATERIALIZED (
  SELECT * FROM message
  WHERE (idempotency_key IS NULL OR id IN (SELECT message_id FROM claimed))${
    withRare
      ? ' AND (chosen IS NOT TRUE OR NOT EXISTS (SELECT FROM messages known WHERE known.id = message.id))'
      : ''
  }
),`;

const screenRecipientsSql = `
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

/** A column and its value, as the lists of an INSERT have them. */
function storedIn(table: NamedColumn['table'], columns: readonly NamedColumn[], withRare = false) {
  const stored = columns.filter((column) => column.table === table);
  const valueOf = (column: NamedColumn): string => {
    if (column.isLong) return `($16::text[])[${travelling(column).name}]`;
    return (withRare ? column.storedWithRare : undefined) ?? column.stored ?? column.name;
  };
  return { names: stored.map(({ name }) => name).join(', '), values: stored.map(valueOf).join(', ') };
}

function insertMessagesSql(columns: readonly NamedColumn[], withRare: boolean): string {
  const { names, values } = storedIn('messages', columns, withRare);
  return `
messages_written AS (
  INSERT INTO messages (id, created_at, subject, ${names}, recipient_count, status, final_at)
  SELECT id, created_at, subject, ${values},
    remaining, CASE WHEN remaining = 0 THEN 'suppressed' ELSE 'queued' END, CASE WHEN remaining = 0 THEN created_at END
  FROM fresh JOIN counted ON counted.message_id = fresh.id
),`;
}

function insertContentsSql(columns: readonly NamedColumn[]): string {
  const { names, values } = storedIn('message_contents', columns);
  return `
contents_written AS (
  INSERT INTO message_contents (message_id, organization_id, html, text, ${names})
  SELECT id, organization_id, ($6::text[])[position], ($7::text[])[position], ${values}
  FROM fresh
),`;
}

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

const countForKeysSql = `,
key_used AS (
  INSERT INTO key_usage_shards AS known (organization_id, key_id, day, shard, recipients)
  SELECT fresh.organization_id, fresh.api_key_id, (fresh.created_at AT TIME ZONE 'UTC')::date, $17::uuid, count(*)
  FROM screened JOIN fresh ON fresh.id = screened.message_id
  WHERE fresh.of_limited_key AND screened.suppression IS NULL GROUP BY 1, 2, 3 ORDER BY 2, 3
  ON CONFLICT (key_id, day, shard) DO UPDATE SET recipients = known.recipients + excluded.recipients
)`;

const insertReviewsSql = `,
reviews_written AS (
  INSERT INTO message_reviews (message_id, organization_id, status, created_at)
  SELECT id, organization_id, 'pending', created_at
  FROM fresh JOIN counted ON counted.message_id = fresh.id WHERE held AND remaining > 0
)`;

/** Replays, and messages with suppressed recipients. */
function selectExceptionsSql(withRare: boolean): string {
  const replays = withRare
    ? `
SELECT id, true AS replay, CASE WHEN chosen THEN (
    SELECT array_agg(r.address) FROM recipients r WHERE r.message_id = message.id AND r.status = 'suppressed'
  ) END AS suppressed
FROM message WHERE id NOT IN (SELECT id FROM fresh)`
    : `
SELECT id, true AS replay, NULL::text[] AS suppressed
FROM message WHERE idempotency_key IS NOT NULL AND id NOT IN (SELECT message_id FROM claimed)`;
  return `${replays}
UNION ALL
SELECT message_id, false, array_agg(address ORDER BY ordinal) FROM screened WHERE suppression IS NOT NULL GROUP BY message_id`;
}

/** Two statements, so that usual mail pays nothing for what few messages have. */
export const usualStatement = {
  name: 'acceptance.insert-emails',
  text: acceptingSql({ withRare: false }),
};
export const rareStatement = {
  name: 'acceptance.insert-rare-emails',
  text: acceptingSql({ withRare: true }),
};
