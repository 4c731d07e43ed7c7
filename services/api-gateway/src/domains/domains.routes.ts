import type { Route } from '../http/route';
import { createDomainRoute } from './create-domain.route';
import { deleteDomainRoute } from './delete-domain.route';
import type { DomainRouteParts } from './domain-route-parts';
import { listDomainsRoute } from './list-domains.route';
import { publishDomainRoute } from './publish-domain.route';
import { readDomainRoute } from './read-domain.route';
import { registerIdentityRoute } from './register-identity.route';
import { verifyDomainRoute } from './verify-domain.route';

export function domainRoutes(parts: DomainRouteParts): Route[] {
  return [
    createDomainRoute(parts),
    listDomainsRoute(parts),
    readDomainRoute(parts),
    verifyDomainRoute(parts),
    publishDomainRoute(parts),
    registerIdentityRoute(parts),
    deleteDomainRoute(parts),
  ];
}
