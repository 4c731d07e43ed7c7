import type { NoticeKind } from '@postrider/contracts';
import type { Pool } from '@postrider/db';

/** Kind of the platform's own mail. Rules do not count it, so that what becomes of a notice causes no further one. */
export const platformNoticeKind = 'platform.notice';

export interface Notice {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  /** This one included. */
  readonly attempts: number;
}

const noticesPerPage = 20;
/** After 30 s, 2 min, 8 min, 32 min, 2 h and then every 6 h: 27 hours in all. */
export const attemptsMax = 10;
const firstRetrySeconds = 30;
const retrySecondsMax = 6 * 3_600;

export async function hasDueNotices(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'notices.find-due',
    text: `SELECT FROM notices WHERE sent_at IS NULL AND next_attempt_at <= now() AND attempts < ${attemptsMax} LIMIT 1`,
  });
  return rowCount === 1;
}

/** Takes the oldest that are due. Until its next attempt each belongs to whoever took it, and is due again if that dies. */
export async function takeDueNotices(pool: Pool): Promise<readonly Notice[]> {
  const { rows } = await pool.query<Notice>({
    name: 'notices.take-due',
    text: `WITH due AS MATERIALIZED (
             SELECT id FROM notices WHERE sent_at IS NULL AND next_attempt_at <= now() AND attempts < ${attemptsMax}
             ORDER BY next_attempt_at LIMIT ${noticesPerPage} FOR UPDATE SKIP LOCKED
           )
           UPDATE notices n SET attempts = n.attempts + 1, next_attempt_at = now()
             + least(${firstRetrySeconds} * 4 ^ n.attempts, ${retrySecondsMax}) * interval '1 s'
           FROM due WHERE n.id = due.id
           RETURNING n.id, n.kind, n.recipient, n.subject, n.text, n.attempts`,
  });
  return rows;
}

export async function markNoticeSent(pool: Pool, id: string, messageId: string): Promise<void> {
  await pool.query({
    name: 'notices.mark-sent',
    text: 'UPDATE notices SET sent_at = now(), message_id = $2 WHERE id = $1',
    values: [id, messageId],
  });
}
