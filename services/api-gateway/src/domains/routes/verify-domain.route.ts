import { domainResource } from '@postrider/contracts/domains';
import { authorOf } from '../../audit/record-audit-entry';
import { defineRoute, type Route } from '../../http/route';
import { foundDomain, namedDomain, type DomainRouteOptions } from './domain-request';
import { presentDomain } from './domains.presenter';

export function verifyDomainRoute({ verifyDomain }: DomainRouteOptions): Route {
  return defineRoute({
    operationId: 'verifyDomain',
    method: 'POST',
    path: '/domains/:id/verify',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    summary: 'Verify a domain',
    description:
      'Checks the DNS records now and returns the result. Verified domains are also checked daily; failed ones only by this request. DNS caches may still return old values.',
    tag: 'Domains',
    success: { status: 200, schema: domainResource },
    errors: ['not_found', 'domain_taken'],
    handle: async (request) => {
      const row = foundDomain(await verifyDomain(namedDomain(request), authorOf(request)));
      return { status: 200, body: presentDomain(row) };
    },
  });
}
