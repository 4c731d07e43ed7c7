import type { NoticeKind } from '@postrider/contracts/alerts';
import { newId } from '@postrider/contracts/ids';
import type { ClientBase, Pool } from 'pg';
import { rawStatements } from '../client/views';

export interface NewNotice {
  readonly organizationId: string;
  readonly kind: NoticeKind;
  readonly subject: string;
  readonly text: string;
  /** Makes the same fact one notice. */
  readonly identity: string;
}

/** A claimed notice. */
export interface Notice {
  readonly id: string;
  readonly organizationId: string;
  readonly kind: NoticeKind;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  /** This one included. */
  readonly attempts: number;
  readonly isLastAttempt: boolean;
}

const noticesPerPage = 20;
/** After 30 s, 2 min, 8 min, 32 min, 2 h and then every 6 h: 27 hours in all. */
const attemptsMax = 10;
const firstRetrySeconds = 30;
const retrySecondsMax = 6 * 3_600;

const insertNoticeSql = `
INSERT INTO notices (id, organization_id, kind, recipient, subject, text, identity)
SELECT $1::uuid, id, $3, alert_email, $4, $5, $6 FROM organizations WHERE id = $2::uuid AND alert_email IS NOT NULL
ON CONFLICT (identity) DO NOTHING`;

/**
 * Queues a mail of the platform to the organization's alert address, in the transaction of the event that it reports;
 * metrics-aggregator sends it. Without an alert address, there is no notice.
 */
export async function insertNotice(client: Pick<ClientBase, 'query'>, notice: NewNotice): Promise<void> {
  await client.query({
    name: 'notices.insert-notice',
    text: insertNoticeSql,
    values: insertValues(notice),
  });
}

/** The same in a transaction of Prisma, whose views cannot write the table. */
export async function insertNoticeWithin(tx: { readonly notice: unknown }, notice: NewNotice): Promise<void> {
  await rawStatements(tx).$executeRawUnsafe(insertNoticeSql, ...insertValues(notice));
}

function insertValues({ organizationId, kind, subject, text, identity }: NewNotice): string[] {
  return [newId(), organizationId, kind, subject, text, identity];
}

export async function hasDueNotices(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'notices.find-due',
    text: `SELECT FROM notices WHERE sent_at IS NULL AND next_attempt_at <= now() AND attempts < ${attemptsMax} LIMIT 1`,
  });
  return rowCount === 1;
}

/** Takes the oldest that are due. Until its next attempt each belongs to the process that took it, and is due again if that process ends. */
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
           RETURNING n.id, n.organization_id AS "organizationId", n.kind, n.recipient, n.subject, n.text, n.attempts,
             n.attempts >= ${attemptsMax} AS "isLastAttempt"`,
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
