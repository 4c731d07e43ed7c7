import type { AdmissionControl } from '@postrider/admission';
import { findIneligible } from '@postrider/audiences';
import { organizationQuota } from '@postrider/submission';
import type { CounterVec, LinkOrigin } from '@postrider/runtime';
import { countUnsent } from './broadcasts.repository';
import { findSender, type BroadcastSender } from './find-sender';
import { broadcastKind, waits, type OpenBroadcast, type TurnEnd } from './open-broadcast';
import {
  claimRecipients,
  findAccepted,
  findNextDue,
  readAddressees,
  releaseRecipients,
  settleRecipients,
  type ClaimedRecipient,
  type Phase,
  type SubmissionOutcome,
} from './recipients.repository';
import { submitRecipients, type Recipient, type SubmissionResources } from './submit-recipients';

export interface PageResources extends SubmissionResources {
  readonly admissionControl: AdmissionControl;
  readonly linkOrigin: LinkOrigin;
  /** How many messages of a broadcast may be submitted and not yet attempted; with more, it waits. */
  readonly unsentMax: number;
  readonly recipientsByOutcome: CounterVec<'outcome'>;
}

/** Of an organization whose first messages are reviewed: a page, and what may be unsent. */
const screenedPageMax = 10;
/** After this time others continue with what a dead worker had in hand. A page ends long before. */
export const recipientLeaseMs = 20_000;
const capRetryMs = 60_000;

export type PageEnd =
  | { readonly kind: 'submitted'; readonly lastContactId: string; readonly end: TurnEnd | null }
  /** No recipient was claimed. */
  | { readonly kind: 'none' }
  /** No recipient may be submitted now. */
  | { readonly kind: 'stopped'; readonly end: TurnEnd };

/**
 * Submits the next recipients of a broadcast. The ids of their messages are committed before anything else, so a worker that repeats
 * the page after a crash finds the messages accepted under these ids, and submits the rest under the same ids.
 */
export async function submitPage(
  resources: PageResources,
  broadcast: OpenBroadcast,
  { sampled, after }: Pick<Phase, 'sampled'> & { readonly after: string },
): Promise<PageEnd> {
  const { pool, linkOrigin } = resources;
  const sender = await findSender(pool, broadcast, linkOrigin);
  if ('kind' in sender) return { kind: 'stopped', end: sender };
  const limit = await roomFor(resources, broadcast, sender);
  if (limit === 0) return { kind: 'stopped', end: behindOwn };
  const untilMs = performance.now() + recipientLeaseMs / 2;
  // Without a time are those that a worker of the release before this one has found.
  const isTimed = broadcast.localTime !== null && (await findNextDue(pool, broadcast.id)) !== null;
  const claim = { broadcastId: broadcast.id, sampled, isTimed, after, limit, leaseMs: recipientLeaseMs };
  const claimed = await claimRecipients(pool, claim);
  const last = claimed.at(-1);
  if (last === undefined) return { kind: 'none' };

  const outcomes = new Map<string, SubmissionOutcome>();
  try {
    const end = await submitClaimed(resources, { broadcast, sender, claimed, outcomes, untilMs });
    return { kind: 'submitted', lastContactId: last.contactId, end };
  } finally {
    await settleRecipients(pool, broadcast.id, outcomes);
    for (const outcome of outcomes.values()) resources.recipientsByOutcome.add(1, { outcome: outcome.kind });
    const left = claimed.map(({ contactId }) => contactId).filter((id) => !outcomes.has(id));
    await releaseRecipients(pool, broadcast.id, left);
  }
}

/** A whole page or nothing, so that it is looked at seldom. */
async function roomFor(
  { pool, unsentMax, pace }: PageResources,
  broadcast: OpenBroadcast,
  { principal }: BroadcastSender,
): Promise<number> {
  const { isScreened } = principal.organization;
  const max = isScreened ? screenedPageMax : unsentMax;
  const unsent = await countUnsent(pool, { kind: broadcastKind(broadcast), max });
  if (unsent >= max) return 0;
  return isScreened ? screenedPageMax : Math.min(pace.sizes().page, unsentMax);
}

/** Looked at again with the next turn. */
const behindOwn = waits('backlog', 'emails of the broadcast that were created earlier are sent first', 0);

interface Page {
  readonly broadcast: OpenBroadcast;
  readonly sender: BroadcastSender;
  readonly claimed: readonly ClaimedRecipient[];
  /** By contact; recipients without one have their turn again. */
  readonly outcomes: Map<string, SubmissionOutcome>;
  /** As of `submitRecipients`. */
  readonly untilMs: number;
}

/** What keeps the broadcast from going on, if anything does. */
async function submitClaimed(resources: PageResources, page: Page): Promise<TurnEnd | null> {
  const { broadcast, sender, outcomes, untilMs } = page;
  const recipients = await findEligible(resources, page);
  if (recipients.length === 0) return null;
  const quota = organizationQuota(resources.admissionControl, sender.principal);
  const reservations = await quota.reserve(recipients.map(() => 1));
  const reserved = recipients.filter((_, index) => reservations[index] === 'reserved');
  for (const [index, { contactId }] of recipients.entries()) {
    if (reservations[index] === 'monthly_limit') outcomes.set(contactId, { kind: 'over_quota' });
  }
  const blockedBy = await submitRecipients(
    resources,
    { broadcast, sender, quota, outcomes, untilMs },
    reserved,
  );
  if (blockedBy !== null || !reservations.includes('daily_cap')) return blockedBy;
  return waits('daily_cap', 'the daily limit is reached: continues tomorrow', capRetryMs);
}

/** Recipients to submit: without those accepted before, which are settled, and those who have unsubscribed since. */
async function findEligible(
  { pool }: PageResources,
  { broadcast, claimed, outcomes }: Page,
): Promise<Recipient[]> {
  const { organizationId, domainId, topicId } = broadcast;
  const reclaimed = claimed.filter(({ isReclaimed }) => isReclaimed).map(({ messageId }) => messageId);
  const accepted = await findAccepted(pool, reclaimed);
  for (const { contactId, messageId } of claimed) {
    const outcome = accepted.get(messageId);
    if (outcome !== undefined) outcomes.set(contactId, outcome);
  }
  const open = claimed.filter(({ contactId }) => !outcomes.has(contactId));
  const contactIds = open.map(({ contactId }) => contactId);
  const addressees = await readAddressees(pool, { organizationId, contactIds });
  const recipients = open.flatMap((recipient): Recipient[] => {
    const addressee = addressees.get(recipient.contactId);
    if (addressee) return [{ ...recipient, ...addressee }];
    outcomes.set(recipient.contactId, { kind: 'unsubscribed' });
    return [];
  });
  const reasons = await findIneligible(
    pool,
    recipients.map(({ emailKey }) => ({ organizationId, emailKey, domainId, topicId })),
  );
  return recipients.filter(({ contactId }, index) => {
    const reason = reasons[index] ?? null;
    if (reason !== null) outcomes.set(contactId, { kind: reason });
    return reason === null;
  });
}
