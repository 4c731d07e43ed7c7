import type { PoolClient } from '@postrider/db';

export interface LockedReview {
  readonly messageId: string;
  readonly organizationId: string;
  /** pending | passed | flagged | released | rejected */
  readonly status: string;
  /** Nobody has decided: the message is held. */
  readonly isOpen: boolean;
}

const open = `('pending', 'flagged')`;

export async function lockReview(client: PoolClient, messageId: string): Promise<LockedReview | undefined> {
  const { rows } = await client.query<LockedReview>({
    name: 'review-lock',
    text: `SELECT message_id AS "messageId", organization_id AS "organizationId", status, status IN ${open} AS "isOpen"
           FROM message_reviews WHERE message_id = $1 FOR UPDATE`,
    values: [messageId],
  });
  return rows[0];
}

export async function decideReview(
  client: PoolClient,
  { messageId, status, operator }: { messageId: string; status: string; operator: string },
): Promise<void> {
  await client.query({
    name: 'review-decide',
    text: `UPDATE message_reviews SET status = $2, decided_at = now(), decided_by = $3 WHERE message_id = $1`,
    values: [messageId, status, operator],
  });
}

/** Everything of the organization that nobody has decided about. @returns the ids of the messages */
export async function releaseUndecided(
  client: PoolClient,
  organizationId: string,
  operator: string,
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'review-release-undecided',
    text: `WITH undecided AS MATERIALIZED (
             SELECT message_id FROM message_reviews WHERE organization_id = $1 AND status IN ${open}
             ORDER BY message_id FOR UPDATE
           )
           UPDATE message_reviews r SET status = 'released', decided_at = now(), decided_by = $2
           FROM undecided u WHERE r.message_id = u.message_id
           RETURNING r.message_id AS id`,
    values: [organizationId, operator],
  });
  return rows.map(({ id }) => id);
}

export async function hasFlagged(client: PoolClient, organizationId: string): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'review-has-flagged',
    text: `SELECT FROM message_reviews WHERE organization_id = $1 AND status = 'flagged' LIMIT 1`,
    values: [organizationId],
  });
  return rowCount === 1;
}

/** Ends the hold; false when there was none. */
export async function clearHold(client: PoolClient, organizationId: string): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'review-clear-hold',
    text: `UPDATE organizations SET under_review_at = NULL, under_review_reason = NULL, updated_at = now()
           WHERE id = $1 AND under_review_at IS NOT NULL`,
    values: [organizationId],
  });
  return rowCount === 1;
}

/** False when there is no such organization. */
export async function approve(client: PoolClient, organizationId: string): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'review-approve',
    text: `UPDATE organizations SET approved_at = coalesce(approved_at, now()), under_review_at = NULL,
             under_review_reason = NULL, updated_at = now()
           WHERE id = $1`,
    values: [organizationId],
  });
  return rowCount === 1;
}

/** Makes held messages due, now or at their time; the worker's sweep finds them. @returns how many were still queued */
export async function releaseMessages(client: PoolClient, messageIds: readonly string[]): Promise<number> {
  const sorted = messageIds.toSorted();
  if (sorted.length === 0) return 0;
  const { rowCount } = await client.query({
    name: 'review-release-messages',
    text: `UPDATE messages SET due_at = greatest(now(), scheduled_at)
           WHERE id = ANY($1::uuid[]) AND id >= $2 AND id <= $3 AND status = 'queued'`,
    values: [sorted, sorted[0], sorted.at(-1)],
  });
  return rowCount ?? 0;
}
