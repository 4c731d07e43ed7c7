import {
  insertAuditEntry,
  withTransaction,
  type NewAuditEntry,
  type Pool,
  type PoolClient,
} from '@postrider/db';
import type { BumpCacheVersion } from '@postrider/admission';
import { failRejected, releaseMessages } from './held-messages.repository';
import { approve, clearHold } from './organization-approval.repository';
import {
  hasFlagged,
  lockReview,
  recordDecision,
  releaseUndecided,
  type LockedReview,
} from './reviews.repository';

/**
 * What an operator decides about messages that were held and about the organizations they come from. Operators stand
 * above tenants, so a message is named by its id alone.
 */
export interface DecisionOptions {
  readonly pool: Pool;
  readonly bumpCacheVersion: BumpCacheVersion;
}

/** A message is decided about once; `gone`: it was canceled or has expired meanwhile, which the decision cannot change. */
export type DecisionOutcome = 'released' | 'rejected' | 'gone' | 'already_decided' | 'not_found';

interface MessageDecision {
  readonly messageId: string;
  /** Login of the operator, for the audit log. */
  readonly operator: string;
}

interface OrganizationDecision {
  readonly organizationId: string;
  readonly operator: string;
}

/** Sends the message, at its time. With the last flagged message released the organization's hold ends too. */
export function releaseReview(options: DecisionOptions, decision: MessageDecision): Promise<DecisionOutcome> {
  return decide(options, decision, {
    status: 'released',
    apply: async (client, { messageId, organizationId, status }) => {
      if (status === 'flagged' && !(await hasFlagged(client, organizationId))) {
        await clearHold(client, organizationId);
      }
      return (await releaseMessages(client, [messageId])).length === 1;
    },
  });
}

/** The message fails with the detail `rejected`, also in webhooks. The organization's hold stays. */
export function rejectReview(options: DecisionOptions, decision: MessageDecision): Promise<DecisionOutcome> {
  return decide(options, decision, {
    status: 'rejected',
    apply: (client, { messageId }) => failRejected(client, messageId),
  });
}

/** Ends all screening of the organization: its hold is lifted and everything undecided leaves. */
export async function approveOrganization(
  options: DecisionOptions,
  decision: OrganizationDecision,
): Promise<'approved' | 'not_found'> {
  const { organizationId, operator } = decision;
  const found = await withTransaction(options.pool, async (client) => {
    const ids = await releaseUndecided(client, organizationId, operator);
    if (!(await approve(client, organizationId))) return false;
    await releaseMessages(client, ids);
    await insertAuditEntry(client, {
      ...organizationEntry(decision, 'org.approve'),
      after: { released: ids.length },
    });
    return true;
  });
  if (!found) return 'not_found';
  await options.bumpCacheVersion(organizationId);
  return 'approved';
}

/** The organization may send again. What it sends next is screened as before; flagged messages stay held. */
export async function liftReview(
  options: DecisionOptions,
  decision: OrganizationDecision,
): Promise<'lifted' | 'not_under_review'> {
  const { organizationId } = decision;
  const lifted = await withTransaction(options.pool, async (client) => {
    if (!(await clearHold(client, organizationId))) return false;
    await insertAuditEntry(client, organizationEntry(decision, 'org.lift_review'));
    return true;
  });
  if (!lifted) return 'not_under_review';
  await options.bumpCacheVersion(organizationId);
  return 'lifted';
}

interface Decision {
  readonly status: 'released' | 'rejected';
  /** False when the message is no longer queued. */
  readonly apply: (client: PoolClient, review: LockedReview) => Promise<boolean>;
}

/** The review first, then organization and message: the order in which the screening takes its locks. */
async function decide(
  { pool, bumpCacheVersion }: DecisionOptions,
  { messageId, operator }: MessageDecision,
  { status, apply }: Decision,
): Promise<DecisionOutcome> {
  const { outcome, organizationId } = await withTransaction(pool, async (client) => {
    const review = await lockReview(client, messageId);
    if (review === undefined) return { outcome: 'not_found' as const };
    if (!review.isUndecided) return { outcome: 'already_decided' as const };
    await recordDecision(client, { messageId, status, operator });
    const isApplied = await apply(client, review);
    await insertAuditEntry(client, {
      organizationId: review.organizationId,
      actor: { type: 'operator', name: operator },
      action: status === 'released' ? 'review.release' : 'review.reject',
      target: { type: 'email', id: messageId },
      before: { status: review.status },
      after: { status },
    });
    return { outcome: isApplied ? status : ('gone' as const), organizationId: review.organizationId };
  });
  if (organizationId !== undefined) await bumpCacheVersion(organizationId);
  return outcome;
}

function organizationEntry(
  { organizationId, operator }: OrganizationDecision,
  action: 'org.approve' | 'org.lift_review',
): NewAuditEntry {
  return {
    organizationId,
    actor: { type: 'operator', name: operator },
    action,
    target: { type: 'organization', id: organizationId },
  };
}
