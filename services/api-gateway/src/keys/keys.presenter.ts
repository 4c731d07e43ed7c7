import type { KeyIdentity } from '@postrider/contracts';
import type { Principal } from '../http/route';
import { readableDomains } from './visible-domains';

/** `domains`: the key's restriction when it has one, otherwise every verified domain of the organization. */
export function presentKeyIdentity(principal: Principal): KeyIdentity {
  const restricted = principal.domainIds.length > 0;
  const domains = readableDomains(principal).filter((domain) => restricted || domain.status === 'verified');
  return {
    object: 'api_key',
    id: principal.keyId,
    name: principal.keyName,
    mode: principal.mode,
    permission: principal.permission,
    domains: domains.map((domain) => domain.name).sort(),
  };
}
