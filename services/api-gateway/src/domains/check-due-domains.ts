import type { Clock, Logger } from '@postrider/runtime';
import type { DomainsRepository } from './domains.repository';
import type { RunVerification } from './run-verification';
import type { VerificationsRepository } from './verifications.repository';

/** Above the longest run (two tries of three seconds for a record and each of its doubled names, many resolvers). */
export const VERIFICATION_LEASE_MS = 120_000;
const PAGE = 20;

/**
 * Verifies the domains whose check is due. Any number of replicas may do this at the same time; what a replica
 * that died had taken comes back when its lease is over.
 */
export function createCheckDueDomains(given: {
  readonly domains: DomainsRepository;
  readonly verifications: VerificationsRepository;
  readonly runVerification: RunVerification;
  readonly clock: Clock;
  readonly log: Logger;
}): () => Promise<'again' | void> {
  const { domains, verifications, runVerification, clock, log } = given;
  return async () => {
    const now = clock.now();
    const leaseUntil = new Date(now.getTime() + VERIFICATION_LEASE_MS);
    const due = await verifications.claimDue({ now, leaseUntil, limit: PAGE });
    await Promise.all(
      due.map(async (domain) => {
        try {
          const row = await domains.find(domain);
          if (row !== null) await runVerification(row);
        } catch (error) {
          log.error({ err: error, domain_id: domain.id }, 'a domain was not verified');
        }
      }),
    );
    return due.length === PAGE ? 'again' : undefined;
  };
}
