import type { Mode } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import type { Warning } from '../prepare/prepared-email';

export interface IdempotencySlot {
  readonly organizationId: string;
  readonly mode: Mode;
  readonly key: string;
  readonly now: Date;
}

/** The answer that the first call with an idempotency key got. */
export interface OriginalAnswer {
  readonly id: string;
  readonly suppressed: readonly string[];
  readonly warnings: readonly Warning[] | null;
}

interface OriginalRow {
  readonly position: number;
  readonly id: string;
  readonly warnings: Warning[] | null;
  readonly suppressed: string[] | null;
}

/** The original answer per slot, in order; undefined where the key is not known. */
export async function findOriginals(
  pool: Pool,
  slots: readonly IdempotencySlot[],
): Promise<(OriginalAnswer | undefined)[]> {
  const { rows } = await pool.query<OriginalRow>({
    name: 'idempotency-originals',
    text: originalsQuery,
    values: [
      slots.map((slot) => slot.organizationId),
      slots.map((slot) => slot.mode),
      slots.map((slot) => slot.key),
      slots.map((slot) => slot.now),
    ],
  });
  const originals: (OriginalAnswer | undefined)[] = slots.map(() => undefined);
  for (const { position, id, warnings, suppressed } of rows) {
    originals[position - 1] = { id, warnings, suppressed: suppressed ?? [] };
  }
  return originals;
}

/** Suppressed at acceptance is what the `suppressed` events say: a recipient's status may have changed since. */
const originalsQuery = `
SELECT slot.position::int, known.message_id AS id, m.warnings, dropped.addresses AS suppressed
FROM unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[]) WITH ORDINALITY
  AS slot (organization_id, mode, key, now, position)
JOIN idempotency_keys known USING (organization_id, mode, key)
LEFT JOIN messages m ON m.id = known.message_id AND m.organization_id = known.organization_id
CROSS JOIN LATERAL (
  SELECT array_agg(e.recipient ORDER BY e.ordinal) AS addresses
  FROM email_events e
  WHERE e.message_id = known.message_id AND e.type = 'suppressed' AND e.identity = 'accept'
) dropped
WHERE known.expires_at > slot.now`;
