import type { Pool, PoolClient } from '@postrider/db';

/** pending: not screened. passed, flagged: by the screening. released, rejected: by an operator. */
export const reviewStatuses = ['pending', 'passed', 'flagged', 'released', 'rejected'] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

/** Not decided: the message is held. */
const undecided = `('pending', 'flagged')`;

/** A held message that this worker screens now. */
export interface ClaimedReview {
  readonly messageId: string;
  readonly organizationId: string;
  /** This one counted. */
  readonly attempts: number;
}

/** A worker that died loses its reviews after this; far above the wait for a thread and the screening itself. */
const lease = `interval '2 minutes'`;

const claimable = `status = 'pending' AND NOT organization_id = ANY($2::uuid[]) AND (lease_until IS NULL OR lease_until <= now())`;

/** One probe of an index per organization that has something pending, however much it is. */
const claimReviewsSql = `
WITH RECURSIVE first AS (
  (SELECT organization_id, message_id FROM message_reviews WHERE ${claimable} AND organization_id > $1
   ORDER BY organization_id, message_id LIMIT 1)
  UNION ALL
  SELECT next.organization_id, next.message_id FROM first CROSS JOIN LATERAL (
    SELECT organization_id, message_id FROM message_reviews
    WHERE ${claimable} AND organization_id > first.organization_id
    ORDER BY organization_id, message_id LIMIT 1
  ) next
), claimed AS MATERIALIZED (
  SELECT message_id FROM message_reviews WHERE ${claimable} AND message_id IN (SELECT message_id FROM first LIMIT $3)
  ORDER BY message_id FOR UPDATE SKIP LOCKED
)
UPDATE message_reviews r SET lease_until = now() + ${lease}, screening_tries = screening_tries + 1
FROM claimed c WHERE r.message_id = c.message_id
RETURNING r.message_id AS "messageId", r.organization_id AS "organizationId", r.screening_tries AS attempts`;

/**
 * The oldest pending message of each of the next organizations after one, in the order of their ids. Who comes back
 * with the last one's id, and at the end with none, gives each organization its turn, whatever others have piled up.
 */
export async function claimReviews(
  pool: Pool,
  { after, except, limit }: { after: string; except: readonly string[]; limit: number },
): Promise<readonly ClaimedReview[]> {
  const { rows } = await pool.query<ClaimedReview>({
    name: 'reviews.claim-reviews',
    text: claimReviewsSql,
    values: [after, except, limit],
  });
  return rows;
}

/** It comes again, after a second; an attempt that was not the message's fault does not count. */
export async function postponeReview(
  pool: Pool,
  { messageId, countsAttempt }: { messageId: string; countsAttempt: boolean },
): Promise<void> {
  await pool.query({
    name: 'reviews.postpone-review',
    text: `UPDATE message_reviews SET lease_until = now() + interval '1 second', screening_tries = screening_tries - $2
           WHERE message_id = $1 AND status = 'pending'`,
    values: [messageId, countsAttempt ? 0 : 1],
  });
}

export interface LockedReview {
  readonly messageId: string;
  readonly organizationId: string;
  readonly status: ReviewStatus;
  readonly isUndecided: boolean;
}

export async function lockReview(client: PoolClient, messageId: string): Promise<LockedReview | undefined> {
  const { rows } = await client.query<LockedReview>({
    name: 'reviews.lock-review',
    text: `SELECT message_id AS "messageId", organization_id AS "organizationId", status,
             status IN ${undecided} AS "isUndecided"
           FROM message_reviews WHERE message_id = $1 FOR UPDATE`,
    values: [messageId],
  });
  return rows[0];
}

/** What the screening found about one message. */
export interface ScreenedReview {
  readonly messageId: string;
  readonly organizationId: string;
  readonly isSuspicious: boolean;
  readonly reasons: readonly { readonly code: string; readonly detail: string }[];
  /** The legal footer that was screened with it; null: it gets none for its kind. */
  readonly footer: { readonly name: string; readonly postal_address: string | null } | null;
}

export async function recordScreening(
  client: PoolClient,
  { messageId, isSuspicious, reasons, footer }: ScreenedReview,
): Promise<void> {
  const status: ReviewStatus = isSuspicious ? 'flagged' : 'passed';
  await client.query({
    name: 'reviews.record-screening',
    text: `UPDATE message_reviews SET status = $2, reasons = $3, footer = $4, screened_at = now(), lease_until = NULL
           WHERE message_id = $1`,
    values: [messageId, status, JSON.stringify(reasons), footer && JSON.stringify(footer)],
  });
}

/** Nothing is left to decide about it. */
export async function deleteReview(client: PoolClient, messageId: string): Promise<void> {
  await client.query({
    name: 'reviews.delete-review',
    text: 'DELETE FROM message_reviews WHERE message_id = $1',
    values: [messageId],
  });
}

export async function recordDecision(
  client: PoolClient,
  decision: { messageId: string; status: 'released' | 'rejected'; operator: string },
): Promise<void> {
  await client.query({
    name: 'reviews.record-decision',
    text: `UPDATE message_reviews SET status = $2, decided_at = now(), decided_by = $3 WHERE message_id = $1`,
    values: [decision.messageId, decision.status, decision.operator],
  });
}

/** Everything of the organization that is not decided. @returns the ids of the messages */
export async function releaseUndecided(
  client: PoolClient,
  organizationId: string,
  operator: string,
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'reviews.release-undecided',
    text: `WITH undecided AS MATERIALIZED (
             SELECT message_id FROM message_reviews WHERE organization_id = $1 AND status IN ${undecided}
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
    name: 'reviews.has-flagged',
    text: `SELECT FROM message_reviews WHERE organization_id = $1 AND status = 'flagged' LIMIT 1`,
    values: [organizationId],
  });
  return rowCount === 1;
}
