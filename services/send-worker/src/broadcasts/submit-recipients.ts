import type { QuotaReservation } from '@postrider/admission';
import { renderContent } from '@postrider/audiences';
import type { BroadcastObstacle } from '@postrider/contracts/broadcasts';
import type { EmailContent, SendEmailRequest } from '@postrider/contracts/emails';
import { AppError, type ErrorCode } from '@postrider/contracts/errors';
import type { Pool } from '@postrider/db';
import { addUtmParameters, contentLinks, type PublicLinks } from '@postrider/mail';
import type { AcceptEmails } from '@postrider/submission';
import type { Renderer } from '@postrider/templating';
import { isStillOpen } from './broadcasts.repository';
import type { BroadcastSender } from './find-sender';
import { broadcastKind, waits, type OpenBroadcast, type TurnEnd, type Waits } from './open-broadcast';
import type { ReadContent } from './contents';
import type { Pace } from '../fairness/broadcast-pace';
import type { Addressee, ClaimedRecipient, SubmissionOutcome } from './recipients.repository';

export interface SubmissionResources {
  readonly pool: Pool;
  readonly acceptEmails: Pick<AcceptEmails, 'one'>;
  readonly renderer: Renderer;
  readonly readContent: ReadContent;
  readonly links: Pick<PublicLinks, 'urlOf'>;
  readonly pace: Pace;
}

/** One who may get it, with what the mail is made of. */
export interface Recipient extends ClaimedRecipient, Addressee {}

interface Submission {
  readonly broadcast: OpenBroadcast;
  readonly sender: BroadcastSender;
  readonly quota: QuotaReservation;
  readonly outcomes: Map<string, SubmissionOutcome>;
  /** By `performance.now()`: after this nothing of the page is accepted, because its lease may have ended. */
  readonly untilMs: number;
}

/** A page ends after this time, long before its lease does, so that others have their turn. */
const pageMsMax = 2_000;
const busyRetryMs = 1_000;

/**
 * Renders and accepts the recipients' messages, a few at a time, until the broadcast is paused or canceled. Their quota has been reserved;
 * what is not used is refunded. Recipients without an outcome are tried again.
 *
 * @returns what keeps the broadcast from going on; null: nothing does
 */
export async function submitRecipients(
  resources: SubmissionResources,
  submission: Submission,
  recipients: readonly Recipient[],
): Promise<TurnEnd | null> {
  const untilMs = Math.min(submission.untilMs, performance.now() + pageMsMax);
  const accepting: Promise<Accepted>[] = [];
  let blockedBy: TurnEnd | null = null;
  try {
    for (let at = 0; at < recipients.length && blockedBy === null && performance.now() < untilMs;) {
      if (at > 0 && !(await isStillOpen(resources.pool, submission.broadcast.id))) break;
      const pause = resources.pace.begin();
      const slice = recipients.slice(at, at + resources.pace.sizes().slice);
      blockedBy = await submitSlice(resources, submission, { slice, accepting });
      at += slice.length;
      await pause();
    }
  } finally {
    const unused = recipients.length - accepting.length;
    if (unused > 0) submission.quota.refund(unused);
  }
  return blockedBy;
}

async function submitSlice(
  resources: SubmissionResources,
  submission: Submission,
  { slice, accepting }: { readonly slice: readonly Recipient[]; readonly accepting: Promise<Accepted>[] },
): Promise<TurnEnd | null> {
  const before = accepting.length;
  let blockedBy: TurnEnd | null = null;
  for (const recipient of slice) {
    const content = await renderFor(resources, submission, recipient);
    if (content instanceof AppError) {
      submission.outcomes.set(recipient.contactId, { kind: 'invalid', error: content });
    } else if ('kind' in content) {
      blockedBy = content;
      break;
    } else {
      const accepted = accept(resources, submission, { recipient, content });
      // Caught at once: it is not awaited while others are still being rendered.
      accepting.push(accepted.catch((error: unknown) => ({ error })));
    }
  }
  // All of them end even if one throws, so that we know what was accepted.
  for (const ended of await Promise.all(accepting.slice(before))) {
    if (ended !== null && 'error' in ended) throw ended.error;
    blockedBy ??= ended;
  }
  return blockedBy;
}

/** What keeps the broadcast from going on, if anything does; or what was thrown. */
type Accepted = TurnEnd | { readonly error: unknown } | null;

/** An error: the content cannot be rendered for this recipient. */
async function renderFor(
  { readContent, renderer, links }: SubmissionResources,
  { broadcast, sender: { linkBase } }: Submission,
  { messageId, variant, ...contact }: Recipient,
): Promise<EmailContent | Waits | AppError> {
  const compiled = await readContent(broadcast, variant ?? broadcast.winner);
  if ('kind' in compiled) return compiled;
  const own = contentLinks(links, linkBase, { messageId, ordinal: 0 });
  const rendering = await renderContent(renderer, compiled, {
    organizationId: broadcast.organizationId,
    contact,
    links: own,
  });
  if (rendering.state === 'busy') {
    return waits('busy', rendering.error.message, busyRetryMs);
  }
  if (rendering.state === 'invalid') return rendering.error;
  return addUtmParameters(rendering, broadcast.utm, Object.values(own));
}

/** Refusals because of a change since the page began, or of an engine that is unavailable. All others concern this message only. */
const passing: ReadonlyMap<ErrorCode, BroadcastObstacle> = new Map([
  ['unknown_domain', 'domain'],
  ['domain_not_verified', 'domain'],
  ['stream_mismatch', 'domain'],
  ['sending_paused', 'sending_paused'],
  ['under_review', 'review'],
  ['service_unavailable', 'busy'],
  ['rate_limited', 'busy'],
]);

async function accept(
  { acceptEmails }: SubmissionResources,
  { broadcast, sender: { principal }, quota, outcomes }: Submission,
  { recipient, content }: { readonly recipient: Recipient; readonly content: EmailContent },
): Promise<TurnEnd | null> {
  let isUsed = false;
  const reserved: QuotaReservation = {
    ...quota,
    reserve: (counts) => {
      isUsed = counts.length > 0;
      return Promise.resolve(counts.map(() => 'reserved' as const));
    },
  };
  try {
    const { response } = await acceptEmails.one(principal, requestFor(broadcast, recipient, content), {
      idempotencyHeader: undefined,
      quota: reserved,
      source: 'broadcast',
      messageId: recipient.messageId,
    });
    const kind = response.suppressed === undefined ? 'submitted' : 'suppressed';
    outcomes.set(recipient.contactId, { kind });
    return null;
  } catch (error) {
    if (!isUsed) quota.refund(1);
    if (!(error instanceof AppError) || error.code === 'internal_error') throw error;
    const obstacle = passing.get(error.code);
    if (obstacle !== undefined) return waits(obstacle, error.message, busyRetryMs);
    outcomes.set(recipient.contactId, { kind: 'invalid', error });
    return null;
  }
}

function requestFor(
  broadcast: OpenBroadcast,
  { email, variant }: Recipient,
  { subject, html, text }: EmailContent,
): SendEmailRequest {
  const { id, fromHeader, replyTo, abTest, winner, trackOpens, trackClicks } = broadcast;
  const given = variant ?? winner;
  return {
    from: fromHeader,
    to: [email],
    subject,
    ...(html !== null && { html }),
    ...(text !== null && { text }),
    ...(replyTo !== null && { reply_to: replyTo }),
    kind: broadcastKind(broadcast),
    tags: [
      { name: 'broadcast', value: id },
      ...(abTest !== null && given !== null ? [{ name: 'variant', value: String(given) }] : []),
    ],
    ...((trackOpens || trackClicks) && { track: { opens: trackOpens, clicks: trackClicks } }),
  };
}
