import { isUtf8 } from 'node:buffer';
import { sendLimits } from '@postrider/contracts/emails';
import { invalidField, type AppError } from '@postrider/contracts/errors';
import type { Mode } from '@postrider/contracts/statuses';
import type { Pool } from '@postrider/db';
import type { Warning } from '../prepare/prepared-email';

/**
 * The key of the request, from the header or the field.
 * @throws AppError `validation_error` when both are given and differ, or the header is no key
 */
export function chooseIdempotencyKey(
  rawHeader: string | undefined,
  field: string | undefined,
): string | null {
  if (rawHeader === undefined) return field ?? null;
  const header = readHeader(rawHeader);
  if (header.length === 0 || header.length > sendLimits.idempotencyKeyCharsMax) {
    throw headerRefusal(`must be 1 to ${sendLimits.idempotencyKeyCharsMax} characters`);
  }
  if (field !== undefined && field !== header) throw headerRefusal('differs from the field idempotency_key');
  return header;
}

/** Node hands out a header's bytes as Latin-1; the field of the same name is UTF-8, and both must be one key. */
function readHeader(raw: string): string {
  const bytes = Buffer.from(raw, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : raw;
}

function headerRefusal(message: string): AppError {
  return invalidField('Idempotency-Key', message);
}

/** One client's key; each organization has its own, for live and for test mail. */
export interface IdempotencyKey {
  readonly organizationId: string;
  readonly mode: Mode;
  readonly key: string;
  readonly now: Date;
}

/** What the first call with an idempotency key was answered. */
export interface StoredResponse {
  readonly id: string;
  /** Of that call's body; null: not known, or it had no key. */
  readonly bodyHash: string | null;
  readonly suppressed: readonly string[];
  readonly warnings: readonly Warning[] | null;
}

interface ResponseRow {
  readonly id: string;
  readonly warnings: Warning[] | null;
  readonly suppressed: string[] | null;
}

/** The stored response per key, in order; undefined where the key is not known. */
export async function findStoredResponses(
  pool: Pool,
  keys: readonly IdempotencyKey[],
): Promise<(StoredResponse | undefined)[]> {
  const { rows } = await pool.query<
    ResponseRow & { readonly position: number; readonly body_hash: string | null }
  >({
    name: 'acceptance.find-stored-responses',
    text: findStoredResponsesSql,
    values: [
      keys.map((key) => key.organizationId),
      keys.map((key) => key.mode),
      keys.map((key) => key.key),
      keys.map((key) => key.now),
    ],
  });
  const responses: (StoredResponse | undefined)[] = keys.map(() => undefined);
  for (const { position, id, body_hash: bodyHash, warnings, suppressed } of rows) {
    responses[position - 1] = { id, bodyHash, warnings, suppressed: suppressed ?? [] };
  }
  return responses;
}

/** Suppressed at acceptance is what the `suppressed` events say: a recipient's status may have changed since. */
const findStoredResponsesSql = `
SELECT asked.position::int, known.message_id AS id, encode(known.body_hash, 'hex') AS body_hash, m.warnings, dropped.addresses AS suppressed
FROM unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[]) WITH ORDINALITY
  AS asked (organization_id, mode, key, now, position)
JOIN idempotency_keys known USING (organization_id, mode, key)
LEFT JOIN messages m ON m.id = known.message_id AND m.organization_id = known.organization_id
CROSS JOIN LATERAL (
  SELECT array_agg(e.recipient ORDER BY e.ordinal) AS addresses
  FROM email_events e
  WHERE e.message_id = known.message_id AND e.type = 'suppressed' AND e.identity = 'accept'
) dropped
WHERE known.expires_at > asked.now`;

/** What was answered when the message was accepted under an id that was chosen before; undefined: it never was. */
export async function findChosenResponse(
  pool: Pool,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
): Promise<StoredResponse | undefined> {
  const { rows } = await pool.query<ResponseRow>({
    name: 'acceptance.find-chosen-response',
    text: `SELECT m.id, m.warnings, (
             SELECT array_agg(r.address ORDER BY r.ordinal) FROM recipients r
             WHERE r.message_id = m.id AND r.status = 'suppressed'
           ) AS suppressed
           FROM messages m WHERE m.organization_id = $1 AND m.id = $2`,
    values: [organizationId, id],
  });
  const [row] = rows;
  return row && { id: row.id, bodyHash: null, warnings: row.warnings, suppressed: row.suppressed ?? [] };
}
