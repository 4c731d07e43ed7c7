import { suppressionReasons } from '@postrider/contracts/statuses';

/** Reasons that stop all mail because of the address itself, the strongest first; the others never replace an entry. */
const strongest = "ARRAY['complaint', 'hard_bounce', 'validation']";

const hasEnded = 'entry.expires_at <= now()';
// What ends does not take the place of what has no end: after it, nothing would stop the mail.
const isOutweighed = `(array_position(${strongest}, excluded.reason) < coalesce(array_position(${strongest}, entry.reason), 4)
    AND (excluded.expires_at IS NULL OR entry.expires_at IS NOT NULL))`;

/**
 * Conflict clause for an automatic entry with the address and scope of an existing one: the end of
 * `INSERT INTO suppressions AS entry (…) …`, for writers of automatic entries. Such entries have no end, those of
 * `validation` aside: a domain may take mail again.
 *
 * - An entry that has ended is no entry: the new one replaces it, under its own id.
 * - A stronger reason replaces a weaker one (complaint, hard bounce, validation; then manual and unsubscribe, of which neither
 *   replaces the other). The id and the time stay: since then the address gets no mail.
 * - Otherwise the entry stays; if it had an end, it has the later of both, or none when what came is for good.
 *
 * It ends with a condition, to which a statement may add its own by AND. `RETURNING` answers only what was added or changed. A statement may not meet one entry twice, and two statements that meet
 * several deadlock unless both take them in one order: `ORDER BY organization_id, email, domain_id`.
 */
export const onSuppressionConflict = `ON CONFLICT (organization_id, email, domain_id) DO UPDATE SET
    id = CASE WHEN ${hasEnded} THEN excluded.id ELSE entry.id END,
    created_at = CASE WHEN ${hasEnded} THEN excluded.created_at ELSE entry.created_at END,
    reason = CASE WHEN ${hasEnded} OR ${isOutweighed} THEN excluded.reason ELSE entry.reason END,
    source_email_id = CASE WHEN ${hasEnded} OR ${isOutweighed} THEN excluded.source_email_id ELSE entry.source_email_id END,
    expires_at = CASE WHEN ${hasEnded} THEN excluded.expires_at
      WHEN entry.expires_at IS NULL OR excluded.expires_at IS NULL THEN NULL
      ELSE greatest(entry.expires_at, excluded.expires_at) END
  WHERE (entry.expires_at IS NOT NULL OR ${isOutweighed})`;

/** Orders entries that stop the same mail, by the SQL of their reason: the one that lasts longest comes first. */
export function strongestReasonFirst(reason: string): string {
  return `array_position(ARRAY[${suppressionReasons.map((each) => `'${each}'`).join(', ')}], ${reason})`;
}
