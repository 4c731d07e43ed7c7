import type { SendingDomain } from '@postrider/submission';
import type { Principal } from '../http/route';

/** Ids of the only domains whose objects the key may see; null: it sees the whole organization. */
export function restrictedDomainIds(principal: Principal): readonly string[] | null {
  return principal.domainIds.length === 0 ? null : principal.domainIds;
}

/** The domains the key may read: its own when it is restricted, else every one of the organization. */
export function readableDomains(principal: Principal): SendingDomain[] {
  const ids = restrictedDomainIds(principal);
  const all = [...principal.domains.values()];
  return ids === null ? all : all.filter((domain) => ids.includes(domain.id));
}
