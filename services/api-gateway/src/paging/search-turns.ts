import { AppError } from '@postrider/contracts/errors';
import { createSemaphore } from '@postrider/runtime';

/**
 * Runs a search that reads stored texts.
 *
 * @throws AppError `rate_limited`: other searches of the organization have run for ten seconds
 */
export type SearchTurns = <Result>(organizationId: string, search: () => Promise<Result>) => Promise<Result>;

/**
 * A page of such a search reads up to 500 contents, which keeps PostgreSQL busy for up to a second. Beside 40 of them another organization's send
 * took seconds; so they take turns, one of an organization at a time, and it takes as long as without them.
 */
const atOnce = { permits: 2, perOwnerMax: 1 };
const defaultWaitMs = 10_000;

export function createSearchTurns(shareWaitMs = defaultWaitMs): SearchTurns {
  const searches = createSemaphore(atOnce);
  return async (organizationId, search) => {
    const turn = await searches.acquire({ priority: 0, owner: organizationId }, { shareWaitMs });
    if (turn === undefined)
      throw new AppError('rate_limited', 'Other searches of your organization are running.');
    try {
      return await search();
    } finally {
      turn.release();
    }
  };
}
