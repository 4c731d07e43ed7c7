import type { Clock } from '@postrider/runtime';
import type { Author } from '../audit/record-audit-entry';
import { VERIFICATION_LEASE_MS } from './check-due-domains';
import type { DomainRow } from './domain-row';
import type { DomainName, DomainsRepository } from './domains.repository';
import type { NameClaims } from './name-claims';
import { reopened, reopens } from './reopen';
import type { RunVerification } from './run-verification';

/**
 * Verifies now, for a caller who waits.
 * @returns the domain as it is then; null when there is none
 * @throws AppError `domain_taken` when another organization holds its name by now
 */
export type VerifyDomain = (domain: DomainName, author: Author) => Promise<DomainRow | null>;

/** Takes the domain as the sweep does, so that neither overwrites the other's findings. */
export function createVerifyDomain(given: {
  readonly domains: DomainsRepository;
  readonly claims: NameClaims;
  readonly runVerification: RunVerification;
  readonly clock: Clock;
}): VerifyDomain {
  const { domains, claims, runVerification, clock } = given;
  return async (domain, author) => {
    const found = await domains.find(domain);
    const held = found && (await claims.hold(found, author));
    if (held === null) return null;
    const row = await domains.change(
      held,
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
    ...(opens && reopened(now)),
  };
}
