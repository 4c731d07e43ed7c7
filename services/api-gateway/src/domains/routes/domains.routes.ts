import type { Route } from '../../http/route';
import { createDomainRoute } from './create-domain.route';
import { readDmarcRoute } from './read-dmarc.route';
import { deleteDomainRoute } from './delete-domain.route';
import type { DomainRouteOptions } from './domain-request';
import { listDomainsRoute } from './list-domains.route';
import { publishDomainRoute } from './publish-domain.route';
import { readDomainRoute } from './read-domain.route';
import { registerIdentityRoute } from './register-identity.route';
import { updateDomainRoute } from './update-domain.route';
import { verifyDomainRoute } from './verify-domain.route';

export function domainRoutes(options: DomainRouteOptions): Route[] {
  return [
    createDomainRoute(options),
    listDomainsRoute(options),
    readDomainRoute(options),
    updateDomainRoute(options),
    readDmarcRoute(options),
    verifyDomainRoute(options),
    publishDomainRoute(options),
    registerIdentityRoute(options),
    deleteDomainRoute(options),
  ];
}
