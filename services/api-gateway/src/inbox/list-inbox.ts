import { AppError } from '@postrider/contracts/errors';
import { createSemaphore } from '@postrider/runtime';
import type { EmailsRepository } from '../emails/emails.repository';

/** @throws AppError `rate_limited` */
export type ListInbox = EmailsRepository['list'];

/**
 * A page of a search reads up to 500 contents, which keeps PostgreSQL busy for up to a second. Beside 40 of them another organization's send
 * took seconds; so they take turns, one of an organization at a time, and it takes as long as without them.
 */
const atOnce = { permits: 2, perOwnerMax: 1 };
const waitMaxMs = 10_000;

export function createListInbox(emails: EmailsRepository): ListInbox {
  const searches = createSemaphore(atOnce);
  return async (organizationId, filter) => {
    if (filter.words === undefined) return emails.list(organizationId, filter);
    const place = { priority: 0, owner: organizationId };
    const turn = await searches.acquire(place, { shareWaitMs: waitMaxMs });
    if (turn === undefined) throw new AppError('rate_limited', 'Other searches of this inbox are running.');
    try {
      return await emails.list(organizationId, filter);
    } finally {
      turn.release();
    }
  };
}
