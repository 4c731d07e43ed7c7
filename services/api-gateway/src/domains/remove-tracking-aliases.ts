import { backOffMs, type Clock, type Logger } from '@postrider/runtime';
import type { DnsProvider } from './dns-provider';
import type { AliasRemoval, TrackingAliasesRepository } from './tracking-aliases.repository';

/** Above the longest removal: three tries of eight seconds. */
const LEASE_MS = 60_000;
const PAGE = 20;
/** Goes on for ever, but seldom: an operator may have to give a token first. */
const RETRY = { baseMs: 60_000, maxMs: 3_600_000 };

/** Removes the tracking aliases of domains that were deleted some minutes ago. */
export function createRemoveTrackingAliases(given: {
  readonly aliases: TrackingAliasesRepository;
  /** Null: no token. */
  readonly dnsProvider: DnsProvider | null;
  readonly clock: Clock;
  readonly log: Logger;
}): () => Promise<'again' | void> {
  const { aliases, dnsProvider, clock, log } = given;

  const remove = async (removal: AliasRemoval): Promise<void> => {
    try {
      if (!(await aliases.isTakenOver(removal))) {
        if (dnsProvider === null) throw new Error('the server has no token for Cloudflare');
        await dnsProvider.remove(removal.record);
      }
      await aliases.finish(removal);
    } catch (error) {
      const problem = error instanceof Error ? error.message : 'unknown';
      log.warn({ domain: removal.domainName, attempt: removal.attempts, problem }, 'a tracking alias stays');
      const until = new Date(clock.now().getTime() + backOffMs(removal.attempts, RETRY));
      await aliases.postpone(removal, until, problem);
    }
  };

  return async () => {
    const now = clock.now();
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const due = await aliases.claimDue({ now, leaseUntil, limit: PAGE });
    for (const removal of due) await remove(removal);
    return due.length === PAGE ? 'again' : undefined;
  };
}
