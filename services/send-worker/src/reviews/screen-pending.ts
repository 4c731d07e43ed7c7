import { setImmediate as nextTurn } from 'node:timers/promises';
import { isBulkKind } from '@postrider/contracts';
import { withTransaction, type Database } from '@postrider/db';
import { readScreenedEntity, screenMessage } from '@postrider/mail';
import type { Logger } from '@postrider/runtime';
import { approveProven, holdOrganization } from './organization-holds.repository';
import {
  dropReviews,
  freeMessages,
  lockOrganizations,
  pendingPage,
  takePending,
  writeScreenings,
  type FreedMessage,
  type PendingReview,
  type ScreenedReview,
} from './pending-reviews.repository';

/** What one page of the screening has changed. */
export interface ScreenedPage {
  readonly freed: readonly FreedMessage[];
  readonly flagged: number;
  /** Held or approved: what gateways know of them is out of date. */
  readonly changedOrganizationIds: readonly string[];
  readonly isFull: boolean;
}

interface Parts {
  readonly pool: Database['pool'];
  /** Messages that must pass before an organization is approved. */
  readonly passedMin: number;
  readonly log: Logger;
}

/** Two replicas may meet on an organization's row with other locks in hand. */
const CONFLICT_RETRIES = 3;

/**
 * Screens the oldest pending messages in one transaction: reviews are locked first, then organizations, then messages,
 * as operators' decisions do. A message that cannot be screened is not sent: it is flagged for a person to look at.
 */
export async function screenPending({ pool, passedMin, log }: Parts): Promise<ScreenedPage> {
  return withTransaction(
    pool,
    async (client) => {
      const pending = await takePending(client);
      const queued = pending.filter(({ isQueued }) => isQueued);
      const isFull = pending.length === pendingPage;
      if (queued.length < pending.length) {
        await dropReviews(
          client,
          pending.filter(({ isQueued }) => !isQueued).map(({ messageId }) => messageId),
        );
      }
      if (queued.length === 0) return { freed: [], flagged: 0, changedOrganizationIds: [], isFull };
      const screenings: ScreenedReview[] = [];
      for (const review of queued) {
        screenings.push(await screen(review, log));
        // A large body takes a tenth of a second: mail on the wire must not wait for ten of them.
        await nextTurn();
      }
      const organizationIds = [...new Set(queued.map(({ organizationId }) => organizationId))];
      await lockOrganizations(client, organizationIds);
      await writeScreenings(client, screenings);
      const flagged = screenings.filter(({ isSuspicious }) => isSuspicious);
      const held: string[] = [];
      for (const screening of flagged) {
        if (await holdOrganization(client, screening)) held.push(screening.organizationId);
      }
      const approved = await approveProven(client, { organizationIds, passedMin });
      const passed = screenings.filter(({ isSuspicious }) => !isSuspicious);
      const freed = await freeMessages(
        client,
        passed.map(({ messageId }) => messageId),
      );
      return { freed, flagged: flagged.length, changedOrganizationIds: [...held, ...approved], isFull };
    },
    { retrySerialization: CONFLICT_RETRIES },
  );
}

async function screen(review: PendingReview, log: Logger): Promise<ScreenedReview> {
  const { messageId, organizationId, from, subject, html, text, mime } = review;
  const footer = footerOf(review);
  try {
    const seen = mime === null ? { html, text } : await readScreenedEntity(Buffer.from(mime, 'base64'));
    const legal = footer?.postal_address?.trim() ? `${footer.name}\n${footer.postal_address}` : null;
    return { messageId, organizationId, footer, ...screenMessage({ from, subject, footer: legal, ...seen }) };
  } catch (error) {
    log.error({ err: error, message_id: messageId }, 'a message cannot be screened');
    const reasons = [{ code: 'not_screened', detail: 'the screening failed' }];
    return { messageId, organizationId, footer, isSuspicious: true, reasons };
  }
}

/** As it is now, and as it will be sent: what the organization says of itself later is not what was screened. */
function footerOf({ kind, organizationName, postalAddress }: PendingReview): ScreenedReview['footer'] {
  return isBulkKind(kind) ? { name: organizationName, postal_address: postalAddress } : null;
}
