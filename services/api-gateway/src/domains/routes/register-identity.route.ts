import { domainResource } from '@postrider/contracts/domains';
import { authorOf } from '../../audit/record-audit-entry';
import { defineRoute, type Route } from '../../http/route';
import { foundDomain, namedDomain, type DomainRouteOptions } from './domain-request';
import { presentDomain } from './domains.presenter';

export function registerIdentityRoute(options: DomainRouteOptions): Route {
  const { domains, registerIdentity, bumpCacheVersion } = options;
  return defineRoute({
    operationId: 'registerDomainIdentity',
    method: 'POST',
    path: '/domains/:id/register-identity',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    summary: 'Register a domain with Amazon SES',
    description:
      'Registers the domain at Amazon SES. Needed only if the domain sends through SES; otherwise it fails with `unsupported_transport`. Can be repeated.',
    tag: 'Domains',
    success: { status: 200, schema: domainResource },
    errors: ['not_found', 'domain_taken', 'unsupported_transport', 'identity_registration_failed'],
    handle: async (request) => {
      const row = foundDomain(await domains.find(namedDomain(request)));
      const registered = foundDomain(await registerIdentity(row, authorOf(request)));
      if (registered.status !== row.status) await bumpCacheVersion(row.organizationId);
      return { status: 200, body: presentDomain(registered) };
    },
  });
}
