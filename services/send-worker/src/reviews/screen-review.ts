import { isBulkKind } from '@postrider/contracts';
import { type Pool, withTransaction } from '@postrider/db';
import { screeningTask, screenHeldMessage, type HeldMessage } from '@postrider/mail';
import { ThreadFailure, type Logger, type RunInThread, type ThreadPool } from '@postrider/runtime';
import { approveProven, holdOrganization } from './organization-holds.repository';
import {
  dropReview,
  findHeldMessage,
  freeMessage,
  isQueued,
  lockOrganization,
  lockPending,
  returnReview,
  writeScreening,
  type ClaimedReview,
  type FreedMessage,
  type HeldRow,
  type ScreenedReview,
} from './pending-reviews.repository';

/** What the screening of one message has changed. */
export interface ReviewOutcome {
  /** decided: by somebody else meanwhile, or there is nothing left to decide. later: it comes again. */
  readonly kind: 'passed' | 'flagged' | 'not_screened' | 'decided' | 'later';
  readonly freed?: FreedMessage;
  /** The organization was held or approved: what gateways know of it is out of date. */
  readonly changesOrganization: boolean;
}

export type ScreenReview = (review: ClaimedReview) => Promise<ReviewOutcome>;

interface Parts {
  readonly pool: Pool;
  readonly threads: ThreadPool;
  /** For one message. */
  readonly timeLimitMs: number;
  /** Messages that must pass before an organization is approved. */
  readonly passedMin: number;
  readonly log: Logger;
}

type Found = Pick<ScreenedReview, 'isSuspicious' | 'reasons'>;

/** The worst of this size takes 20 ms. */
const INLINE_CHARS_MAX = 16_384;
/** The first may have met a busy machine; what died or took too long twice is a person's to look at. */
const TRIES_MAX = 2;
/** Two replicas may meet on an organization's row with other locks in hand. */
const CONFLICT_RETRIES = 3;
const NOT_SCREENED = 'not_screened';

const later: ReviewOutcome = { kind: 'later', changesOrganization: false };
const decided: ReviewOutcome = { kind: 'decided', changesOrganization: false };

/**
 * Reads a held message, screens it (outside of any transaction; a large one in a thread) and records what was found in a
 * short transaction. One that cannot be screened is not sent: it is flagged with the reason for a person to look at.
 */
export function createScreenReview(parts: Parts): ScreenReview {
  const { pool, threads, timeLimitMs } = parts;
  const inThread = threads.work<typeof screenHeldMessage>({ ...screeningTask, timeLimitMs });

  return async (review) => {
    const row = await findHeldMessage(pool, review.messageId);
    if (!row) return record(parts, { ...review, footer: null, isSuspicious: false, reasons: [] });
    const footer = footerOf(row);
    const found = await screen(parts, { review, held: { ...row, footer: legalText(footer) }, inThread });
    if (found) return record(parts, { ...review, footer, ...found });
    return later;
  };
}

/** Undefined: it was returned for another try. */
async function screen(
  { pool, log }: Parts,
  given: {
    readonly review: ClaimedReview;
    readonly held: HeldMessage;
    readonly inThread: RunInThread<HeldMessage, Found>;
  },
): Promise<Found | undefined> {
  const { review, held, inThread } = given;
  const { messageId, organizationId, tries } = review;
  if (tries > TRIES_MAX) return notScreened('the screening ended its process');
  try {
    const chars = [held.html, held.text, held.mime].reduce((sum, part) => sum + (part?.length ?? 0), 0);
    return await (chars <= INLINE_CHARS_MAX ? screenHeldMessage(held) : inThread(held, { organizationId }));
  } catch (error) {
    if (!(error instanceof ThreadFailure)) {
      log.error({ err: error, message_id: messageId }, 'a message cannot be screened');
      return notScreened('the screening failed');
    }
    const { isTooCostly, reason } = error;
    log.warn({ message_id: messageId, reason, try: tries }, 'a message was not screened');
    if (isTooCostly && tries >= TRIES_MAX)
      return notScreened(`the screening ${endings[reason] ?? 'ended its thread'}`);
    await returnReview(pool, { messageId, countsTry: isTooCostly });
    return undefined;
  }
}

const endings: Partial<Record<ThreadFailure['reason'], string>> = {
  timed_out: 'took too long',
  out_of_memory: 'took too much memory',
};

function notScreened(detail: string): Found {
  return { isSuspicious: true, reasons: [{ code: NOT_SCREENED, detail }] };
}

/** As it is now, and as it will be sent: what the organization says of itself later is not what was screened. */
function footerOf({ kind, organizationName, postalAddress }: HeldRow): ScreenedReview['footer'] {
  return isBulkKind(kind) ? { name: organizationName, postal_address: postalAddress } : null;
}

function legalText(footer: ScreenedReview['footer']): string | null {
  return footer?.postal_address?.trim() ? `${footer.name}\n${footer.postal_address}` : null;
}

/** Locks the review first, then the organization, then the message, as operators' decisions do. */
function record({ pool, passedMin }: Parts, screened: ScreenedReview): Promise<ReviewOutcome> {
  const { messageId, organizationId, isSuspicious, reasons } = screened;
  return withTransaction(
    pool,
    async (client): Promise<ReviewOutcome> => {
      if (!(await lockPending(client, messageId))) return decided;
      await lockOrganization(client, organizationId);
      if (!(await isQueued(client, messageId))) {
        await dropReview(client, messageId);
        return decided;
      }
      await writeScreening(client, screened);
      if (isSuspicious) {
        const kind = reasons.some(({ code }) => code === NOT_SCREENED) ? 'not_screened' : 'flagged';
        return { kind, changesOrganization: await holdOrganization(client, screened) };
      }
      const changesOrganization = await approveProven(client, { organizationId, passedMin });
      const freed = await freeMessage(client, messageId);
      return { kind: 'passed', changesOrganization, ...(freed && { freed }) };
    },
    { retrySerialization: CONFLICT_RETRIES },
  );
}
