import type { DomainRow } from './domain-row';

type Opening = Pick<DomainRow, 'status' | 'dnsMode' | 'transport' | 'identities'>;

/** What the caller has just done. */
export type Step = 'verify' | 'publish' | 'register-identity';

/**
 * A failed domain waits for its records again as soon as somebody acts on it. A disabled one has lost what stood at the
 * DNS service and the provider: it waits again once the last of these is back, the identity before the records.
 */
export function reopens(domain: Opening, step: Step): boolean {
  if (domain.status === 'failed') return true;
  if (domain.status !== 'disabled') return false;
  const hasIdentity =
    domain.transport !== 'ses' || domain.identities.some(({ registeredAt }) => registeredAt !== null);
  return hasIdentity && (domain.dnsMode === 'manual' || step === 'publish');
}
