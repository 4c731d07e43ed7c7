import { isBulkKind } from '@postrider/contracts/statuses';
import { withTransaction, type Pool } from '@postrider/db';
import { screeningTask, screenHeldMessage, type HeldMessage } from '@postrider/mail';
import { ThreadFailure, type Logger, type RunInThread, type ThreadPool } from '@postrider/runtime';
import {
  findHeldMessage,
  isQueued,
  releaseMessages,
  type HeldRow,
  type ReleasedMessage,
} from './held-messages.repository';
import { approveProven, holdOrganization, lockOrganization } from './organization-approval.repository';
import {
  deleteReview,
  lockReview,
  postponeReview,
  recordScreening,
  type ClaimedReview,
  type ScreenedReview,
} from './reviews.repository';

/** What the screening of one message has changed. */
export interface ScreeningOutcome {
  /** decided: by an operator or another worker meanwhile, or there is nothing left to decide. later: it comes again. */
  readonly kind: 'passed' | 'flagged' | 'not_screened' | 'decided' | 'later';
  readonly released?: ReleasedMessage;
  /** The organization was held or approved: what gateways know of it is out of date. */
  readonly changesOrganization: boolean;
}

export type ScreenReview = (review: ClaimedReview) => Promise<ScreeningOutcome>;

interface ScreenReviewOptions {
  readonly pool: Pool;
  readonly threads: ThreadPool;
  /** For one message. */
  readonly timeLimitMs: number;
  /** Messages that must pass before an organization is approved. */
  readonly passedMin: number;
  readonly log: Logger;
}

type Finding = Pick<ScreenedReview, 'isSuspicious' | 'reasons'>;

/** The worst of this size takes 20 ms. */
const inlineCharsMax = 16_384;
/** The first may have met a busy machine; what died or took too long twice is a person's to look at. */
const attemptsMax = 2;
/** Two replicas may meet on an organization's row while they hold other locks. */
const conflictRetriesMax = 3;
const notScreenedCode = 'not_screened';

const later: ScreeningOutcome = { kind: 'later', changesOrganization: false };
const decided: ScreeningOutcome = { kind: 'decided', changesOrganization: false };

/**
 * Reads a held message, screens it (outside of any transaction; a large one in a thread) and records what was found in a
 * short transaction. One that cannot be screened is not sent: it is flagged with the reason for a person to look at.
 */
export function createScreenReview(options: ScreenReviewOptions): ScreenReview {
  const { pool, threads, timeLimitMs } = options;
  const inThread = threads.work<typeof screenHeldMessage>({ ...screeningTask, timeLimitMs });

  return async (review) => {
    const row = await findHeldMessage(pool, review.messageId);
    if (!row) return record(options, { ...review, footer: null, isSuspicious: false, reasons: [] });
    const footer = footerOf(row);
    const held = { ...row, footer: legalText(footer) };
    const finding = await screen(options, { review, held, inThread });
    if (finding) return record(options, { ...review, footer, ...finding });
    return later;
  };
}

interface Screening {
  readonly review: ClaimedReview;
  readonly held: HeldMessage;
  readonly inThread: RunInThread<HeldMessage, Finding>;
}

/** Undefined: it was postponed for another attempt. */
async function screen(
  { pool, log }: ScreenReviewOptions,
  { review, held, inThread }: Screening,
): Promise<Finding | undefined> {
  const { messageId, organizationId, attempts } = review;
  if (attempts > attemptsMax) return notScreened('the screening ended its process');
  try {
    const chars = [held.html, held.text, held.mime].reduce((sum, part) => sum + (part?.length ?? 0), 0);
    return await (chars <= inlineCharsMax ? screenHeldMessage(held) : inThread(held, { organizationId }));
  } catch (error) {
    if (!(error instanceof ThreadFailure)) {
      log.error({ err: error, message_id: messageId }, 'a message cannot be screened');
      return notScreened('the screening failed');
    }
    const { isTooCostly, reason } = error;
    log.warn({ message_id: messageId, reason, attempt: attempts }, 'a message was not screened');
    if (isTooCostly && attempts >= attemptsMax) {
      return notScreened(`the screening ${endings[reason] ?? 'ended its thread'}`);
    }
    await postponeReview(pool, { messageId, countsAttempt: isTooCostly });
    return undefined;
  }
}

const endings: Partial<Record<ThreadFailure['reason'], string>> = {
  timed_out: 'took too long',
  out_of_memory: 'took too much memory',
};

function notScreened(detail: string): Finding {
  return { isSuspicious: true, reasons: [{ code: notScreenedCode, detail }] };
}

/** As it is now, and as it will be sent: what the organization says of itself later is not what was screened. */
function footerOf({ kind, organizationName, postalAddress }: HeldRow): ScreenedReview['footer'] {
  return isBulkKind(kind) ? { name: organizationName, postal_address: postalAddress } : null;
}

function legalText(footer: ScreenedReview['footer']): string | null {
  return footer?.postal_address?.trim() ? `${footer.name}\n${footer.postal_address}` : null;
}

/** Locks the review first, then the organization, then the message, as operators' decisions do. */
function record(
  { pool, passedMin }: ScreenReviewOptions,
  screened: ScreenedReview,
): Promise<ScreeningOutcome> {
  const { messageId, organizationId, isSuspicious, reasons } = screened;
  return withTransaction(
    pool,
    async (client): Promise<ScreeningOutcome> => {
      // An operator has decided meanwhile, or another worker has screened it.
      if ((await lockReview(client, messageId))?.status !== 'pending') return decided;
      await lockOrganization(client, organizationId);
      if (!(await isQueued(client, messageId))) {
        await deleteReview(client, messageId);
        return decided;
      }
      await recordScreening(client, screened);
      if (isSuspicious) {
        const kind = reasons.some(({ code }) => code === notScreenedCode) ? 'not_screened' : 'flagged';
        return { kind, changesOrganization: await holdOrganization(client, screened) };
      }
      const changesOrganization = await approveProven(client, { organizationId, passedMin });
      const [released] = await releaseMessages(client, [messageId]);
      return { kind: 'passed', changesOrganization, ...(released && { released }) };
    },
    { retrySerialization: conflictRetriesMax },
  );
}
