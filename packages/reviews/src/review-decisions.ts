import {
  insertAuditEntry,
  withTransaction,
  type NewAuditEntry,
  type Pool,
  type PoolClient,
} from '@postrider/db';
import type { BumpCacheVersion } from '@postrider/admission';
import type { AuditVerb } from '@postrider/contracts';
import { failRejected } from './reject-message.repository';
import {
  approve,
  clearHold,
  decideReview,
  hasFlagged,
  lockReview,
  releaseMessages,
  releaseUndecided,
  type LockedReview,
} from './review-decisions.repository';

/**
 * What an operator decides about messages that were held and about the organizations they come from. Operators stand
 * above tenants, so a message is named by its id alone.
 */
export interface ReviewParts {
  readonly pool: Pool;
  readonly bumpCacheVersion: BumpCacheVersion;
}

/** A message is decided about once; `gone`: it was canceled or has expired meanwhile, which the decision cannot change. */
export type ReviewOutcome = 'released' | 'rejected' | 'gone' | 'already_decided' | 'not_found';

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
export function releaseReview(parts: ReviewParts, decision: MessageDecision): Promise<ReviewOutcome> {
  return decide(parts, decision, {
    verdict: 'released',
    carryOut: async (client, { messageId, organizationId, status }) => {
      if (status === 'flagged' && !(await hasFlagged(client, organizationId))) {
        await clearHold(client, organizationId);
      }
      return (await releaseMessages(client, [messageId])) === 1;
    },
  });
}

/** The message fails with the detail `rejected`; webhooks are told. The organization's hold stays. */
export function rejectReview(parts: ReviewParts, decision: MessageDecision): Promise<ReviewOutcome> {
  return decide(parts, decision, {
    verdict: 'rejected',
    carryOut: (client, { messageId }) => failRejected(client, messageId),
  });
}

/** Ends all screening of the organization: its hold is lifted and everything undecided leaves. */
export async function approveOrganization(
  parts: ReviewParts,
  { organizationId, operator }: OrganizationDecision,
): Promise<'approved' | 'not_found'> {
  const found = await withTransaction(parts.pool, async (client) => {
    const ids = await releaseUndecided(client, organizationId, operator);
    if (!(await approve(client, organizationId))) return false;
    await releaseMessages(client, ids);
    const after = { released: ids.length };
    await insertAuditEntry(client, organizationEntry({ organizationId, operator }, 'approve', after));
    return true;
  });
  if (!found) return 'not_found';
  await parts.bumpCacheVersion(organizationId);
  return 'approved';
}

/** The organization may send again. What it sends next is screened as before; flagged messages stay held. */
export async function liftReview(
  parts: ReviewParts,
  { organizationId, operator }: OrganizationDecision,
): Promise<'lifted' | 'not_under_review'> {
  const lifted = await withTransaction(parts.pool, async (client) => {
    if (!(await clearHold(client, organizationId))) return false;
    await insertAuditEntry(client, organizationEntry({ organizationId, operator }, 'lift_review'));
    return true;
  });
  if (!lifted) return 'not_under_review';
  await parts.bumpCacheVersion(organizationId);
  return 'lifted';
}

/** The review first, then organization and message: the order in which the screening takes its locks. */
async function decide(
  { pool, bumpCacheVersion }: ReviewParts,
  { messageId, operator }: MessageDecision,
  { verdict, carryOut }: Verdict,
): Promise<ReviewOutcome> {
  const { outcome, organizationId } = await withTransaction(pool, async (client) => {
    const review = await lockReview(client, messageId);
    if (review === undefined) return { outcome: 'not_found' as const };
    if (!review.isOpen) return { outcome: 'already_decided' as const };
    await decideReview(client, { messageId, status: verdict, operator });
    const isCarriedOut = await carryOut(client, review);
    await insertAuditEntry(client, {
      organizationId: review.organizationId,
      actor: { type: 'operator', name: operator },
      action: verdict === 'released' ? 'review.release' : 'review.reject',
      target: { type: 'email', id: messageId },
      before: { status: review.status },
      after: { status: verdict },
    });
    return { outcome: isCarriedOut ? verdict : ('gone' as const), organizationId: review.organizationId };
  });
  if (organizationId !== undefined) await bumpCacheVersion(organizationId);
  return outcome;
}

interface Verdict {
  readonly verdict: 'released' | 'rejected';
  /** False when the message is no longer queued. */
  readonly carryOut: (client: PoolClient, review: LockedReview) => Promise<boolean>;
}

function organizationEntry(
  { organizationId, operator }: OrganizationDecision,
  action: AuditVerb<'organization'>,
  after?: NewAuditEntry['after'],
): NewAuditEntry {
  return {
    organizationId,
    actor: { type: 'operator', name: operator },
    action: `organization.${action}`,
    target: { type: 'organization', id: organizationId },
    ...(after && { after }),
  };
}
