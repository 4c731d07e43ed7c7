import type { Place } from '@postrider/runtime';
import type { EmailSnapshot } from '@postrider/contracts/events';
import type { PlanName } from '@postrider/contracts/organizations';
import type { Lane, Mode } from '@postrider/contracts/statuses';

/** A recipient that is still to be delivered to. */
export interface PendingRecipient {
  readonly ordinal: number;
  readonly address: string;
}

/** A message that this process holds until its lease ends. Content is absent in test mode. */
export interface ClaimedMessage {
  readonly id: string;
  readonly organizationId: string;
  readonly apiKeyId: string;
  readonly domainId: string;
  readonly mode: Mode;
  readonly lane: Lane;
  readonly kind: string | null;
  /** Of the automation's step that sent it; a broadcast has its own. */
  readonly topicId: string | null;
  readonly fromHeader: string;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  /** No header names a recipient. */
  readonly hideRecipients: boolean;
  /** HTML without text gets a text part. */
  readonly generatesText: boolean;
  readonly tags: EmailSnapshot['tags'];
  readonly template: EmailSnapshot['template'];
  readonly createdAt: Date;
  readonly dueAt: Date;
  /** With angle brackets, when a destination has accepted the message in an earlier delivery round. */
  readonly messageIdHeader: string | null;
  readonly expiresAt: Date | null;
  /** Of the claim whose outcome was the first to be recorded; until then of this one. */
  readonly firstAttemptAt: Date;
  /** When this claim was taken, of the monotonic clock (`performance.now()`). */
  readonly claimedAtMs: number;
  /** This delivery round, from 1 (`rounds` of the row): the fencing token of everything written for it. */
  readonly round: number;
  /** `expires_at` passed before it was claimed, by the database's clock. */
  readonly isExpired: boolean;
  /** Its domain has a daily cap, and no day is reserved for it yet. */
  readonly isCapped: boolean;
  /** Of its organization. */
  readonly plan: PlanName;
  /** What is to be known of the one recipient. */
  readonly track: { readonly opens: boolean; readonly clicks: boolean };
  readonly metadata: EmailSnapshot['metadata'];
  readonly content: ClaimedContent;
  /** Those not delivered to yet, by ordinal. */
  readonly pending: readonly PendingRecipient[];
}

/**
 * - inline: here it is.
 * - heavy: too large to be fetched with a whole batch, loaded when its turn comes.
 * - gone: deleted before it was sent.
 */
export type ClaimedContent =
  | { readonly kind: 'inline'; readonly body: MessageBody }
  | { readonly kind: 'heavy'; readonly octets: number }
  | { readonly kind: 'gone' };

export interface MessageBody {
  readonly html: string | null;
  readonly text: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** How many priorities there are. */
export const priorities = 3;
const retryPriority = 1;
const priorityOfLane: Readonly<Record<Lane, number>> = { transactional: 0, bulk: 2, test: 2 };

/** Where a message stands among others that wait for the same thing: by its lane, and within it organizations take turns. */
export function placeOf({
  lane,
  round,
  organizationId,
}: Pick<ClaimedMessage, 'lane' | 'round' | 'organizationId'>): Place {
  const priority = round > 1 && lane === 'transactional' ? retryPriority : priorityOfLane[lane];
  return { priority, owner: organizationId };
}
