import type { Pool } from '@postrider/db';
import type { RecipientReference } from '@postrider/mail';

/** A recipient of ours that a mail is about. */
export interface KnownRecipient extends RecipientReference {
  /** Lower-cased address. */
  readonly addressKey: string;
  /** Lower-cased addresses of the other recipients of its message. */
  readonly otherKeys: readonly string[];
  /** False: a test message, which never left. */
  readonly isLive: boolean;
  /** A worker has the message in hand, and this recipient is not settled. */
  readonly isInDelivery: boolean;
}

const selectRecipient = `
SELECT r.message_id, r.ordinal, r.address_key, m.mode = 'live' AS is_live,
  m.status = 'sending' AND r.status = 'queued' AS is_in_delivery,
  ARRAY(
    SELECT o.address_key FROM recipients o
    WHERE o.message_id = r.message_id AND o.ordinal <> r.ordinal AND o.message_id >= $2 AND o.message_id <= $3
  ) AS other_keys`;

/** $1 references as JSON, $2 and $3 the bounds of their messages, which leave out the other weeks' partitions. */
const readReferencedSql = `
${selectRecipient}
FROM json_to_recordset($1::json) AS f (message_id uuid, ordinal integer)
JOIN messages m ON m.id = f.message_id AND m.id >= $2 AND m.id <= $3
JOIN recipients r ON r.message_id = f.message_id AND r.ordinal = f.ordinal
  AND r.message_id >= $2 AND r.message_id <= $3
ORDER BY r.message_id, r.ordinal`;

const readMessageSql = `
${selectRecipient}
FROM messages m JOIN recipients r ON r.message_id = m.id AND r.message_id >= $2 AND r.message_id <= $3
WHERE m.id = $1 AND m.id >= $2 AND m.id <= $3
ORDER BY r.ordinal`;

interface Row {
  readonly message_id: string;
  readonly ordinal: number;
  readonly address_key: string;
  readonly other_keys: string[];
  readonly is_live: boolean;
  readonly is_in_delivery: boolean;
}

/** Those of the references that there (still) are. */
export async function readReferencedRecipients(
  pool: Pool,
  references: readonly RecipientReference[],
): Promise<readonly KnownRecipient[]> {
  const ids = references.map(({ messageId }) => messageId).sort();
  if (ids.length === 0) return [];
  const rows = references.map(({ messageId, ordinal }) => ({ message_id: messageId, ordinal }));
  const result = await pool.query<Row>({
    name: 'inbound.read-referenced-recipients',
    text: readReferencedSql,
    values: [JSON.stringify(rows), ids[0], ids.at(-1)],
  });
  return result.rows.map(toKnown);
}

/** All recipients of a message. */
export async function readRecipientsOf(pool: Pool, messageId: string): Promise<readonly KnownRecipient[]> {
  const result = await pool.query<Row>({
    name: 'inbound.read-recipients-of',
    text: readMessageSql,
    values: [messageId, messageId, messageId],
  });
  return result.rows.map(toKnown);
}

function toKnown(row: Row): KnownRecipient {
  return {
    messageId: row.message_id,
    ordinal: row.ordinal,
    addressKey: row.address_key,
    otherKeys: row.other_keys,
    isLive: row.is_live,
    isInDelivery: row.is_in_delivery,
  };
}
