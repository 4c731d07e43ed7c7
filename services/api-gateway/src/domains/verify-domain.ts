import type { Clock } from '@postrider/runtime';
import type { Author } from '../audit/record-audit-entry';
import { VERIFICATION_LEASE_MS } from './check-due-domains';
import type { DomainRow } from './domain-row';
import type { DomainName, DomainsRepository } from './domains.repository';
import { reopens } from './reopen';
import type { RunVerification } from './run-verification';

/** Verifies now, for a caller who waits. @returns the domain as it is then; null when there is none */
export type VerifyDomain = (domain: DomainName, author: Author) => Promise<DomainRow | null>;

/** Takes the domain as the sweep does, so that neither overwrites the other's findings. */
export function createVerifyDomain(given: {
  readonly domains: DomainsRepository;
  readonly runVerification: RunVerification;
  readonly clock: Clock;
}): VerifyDomain {
  const { domains, runVerification, clock } = given;
  return async (domain, author) => {
    const row = await domains.change(
      domain,
      { action: 'verify', data: (current) => taken(current, clock.now()) },
      author,
    );
    if (row === null) return null;
    await runVerification(row);
    return domains.find(domain);
  };
}

function taken(row: DomainRow, now: Date) {
  const opens = reopens(row, 'verify');
  // A disabled domain is looked at, but goes on waiting for nothing.
  if (row.status === 'disabled' && !opens) return {};
  return {
    nextCheckAt: new Date(now.getTime() + VERIFICATION_LEASE_MS),
    ...(opens && { status: 'pending', verificationStartedAt: now, failingSince: null, warnedAt: null }),
  };
}
