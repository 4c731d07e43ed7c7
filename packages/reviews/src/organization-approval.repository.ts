import { insertAuditEntry, insertNotice, type PoolClient } from '@postrider/db';
import type { ScreenedReview } from './reviews.repository';

/** Two replicas that screen for one organization count its messages one after the other. */
export async function lockOrganization(client: PoolClient, id: string): Promise<void> {
  await client.query({
    name: 'reviews.lock-organization',
    text: 'SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE',
    values: [id],
  });
}

const screening = { type: 'system', name: 'screening' } as const;

/**
 * Holds the organization of a flagged message: from now on its requests answer `under_review`.
 * @returns false when it is held already
 */
export async function holdOrganization(
  client: PoolClient,
  { organizationId, messageId, reasons }: ScreenedReview,
): Promise<boolean> {
  const reason = [...new Set(reasons.map(({ code }) => code))].join(', ');
  const { rowCount } = await client.query({
    name: 'reviews.hold-organization',
    text: `UPDATE organizations SET under_review_at = now(), under_review_reason = $2, updated_at = now()
           WHERE id = $1 AND under_review_at IS NULL`,
    values: [organizationId, reason],
  });
  if (rowCount !== 1) return false;
  await insertAuditEntry(client, {
    organizationId,
    actor: screening,
    action: 'org.hold_for_review',
    target: { type: 'organization', id: organizationId },
    after: { email_id: messageId, reasons: reason },
  });
  await insertNotice(client, {
    organizationId,
    kind: 'under_review',
    subject: 'Your sending is under review',
    text: [
      'One of your first messages was held, and sending is stopped until it has been reviewed.',
      `Message: ${messageId}`,
      'No action is needed. Accepted messages wait; new ones are refused with under_review.',
    ].join('\n\n'),
    identity: `under_review:${messageId}`,
  });
  return true;
}

/** Ends the hold; false when there was none. */
export async function clearHold(client: PoolClient, organizationId: string): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'reviews.clear-hold',
    text: `UPDATE organizations SET under_review_at = NULL, under_review_reason = NULL, updated_at = now()
           WHERE id = $1 AND under_review_at IS NOT NULL`,
    values: [organizationId],
  });
  return rowCount === 1;
}

/** An operator's approval, which ends a hold too. False when there is no such organization. */
export async function approve(client: PoolClient, organizationId: string): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'reviews.approve',
    text: `UPDATE organizations SET approved_at = coalesce(approved_at, now()), under_review_at = NULL,
             under_review_reason = NULL, updated_at = now()
           WHERE id = $1`,
    values: [organizationId],
  });
  return rowCount === 1;
}

/**
 * Ends the screening of an organization that has had enough messages pass and their time come, unless it is held or one
 * of its messages is flagged or was rejected: such a one only an operator approves. What is scheduled for later, or canceled,
 * has proven nothing.
 * @returns whether it was approved now
 */
export async function approveProven(
  client: PoolClient,
  { organizationId, passedMin }: { organizationId: string; passedMin: number },
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'reviews.approve-proven',
    text: `UPDATE organizations o SET approved_at = now(), updated_at = now()
           WHERE o.id = $1 AND o.approved_at IS NULL AND o.under_review_at IS NULL
             AND NOT EXISTS (
               SELECT FROM message_reviews r WHERE r.organization_id = o.id AND r.status IN ('flagged', 'rejected'))
             AND $2 <= (SELECT count(*) FROM (
               SELECT FROM message_reviews r JOIN messages m ON m.id = r.message_id
               WHERE r.organization_id = o.id AND r.status IN ('passed', 'released')
                 AND m.status <> 'canceled' AND (m.scheduled_at IS NULL OR m.scheduled_at <= now())
               LIMIT $2) proven)`,
    values: [organizationId, passedMin],
  });
  if (rowCount !== 1) return false;
  await insertAuditEntry(client, {
    organizationId,
    actor: screening,
    action: 'org.approve',
    target: { type: 'organization', id: organizationId },
    after: { passed: passedMin },
  });
  return true;
}
