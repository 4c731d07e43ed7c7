import type { DomainRow } from './domain-row';

type Opening = Pick<DomainRow, 'status' | 'dnsMode' | 'transport' | 'identities'>;

/** What the caller has just done. */
export type Step = 'verify' | 'publish' | 'register-identity';

/**
 * A disabled domain has lost what stood at the DNS service and the provider: it waits for its records again once the last
 * of these is back, the identity before the records. (A failed one does as soon as somebody acts on it: `NameClaims.hold`.)
 */
export function reopens(domain: Opening, step: Step): boolean {
  if (domain.status !== 'disabled') return false;
  const hasIdentity =
    domain.transport !== 'ses' || domain.identities.some(({ registeredAt }) => registeredAt !== null);
  return hasIdentity && (domain.dnsMode === 'manual' || step === 'publish');
}

/** The wait begins anew, and with it the time of frequent checks. */
export function reopened(now: Date) {
  return {
    status: 'pending',
    failedReason: null,
    verificationStartedAt: now,
    failingSince: null,
    warnedAt: null,
  } as const;
}
