import { domainResource } from '@postrider/contracts';
import { authorOf } from '../../audit/record-audit-entry';
import { defineRoute, type Route } from '../../http/route';
import { foundDomain, namedDomain, type DomainRouteOptions } from './domain-request';
import { presentDomain } from './domains.presenter';

export function verifyDomainRoute({ verifyDomain }: DomainRouteOptions): Route {
  return defineRoute({
    operationId: 'verifyDomain',
    method: 'POST',
    path: '/domains/:id/verify',
    permission: 'ADMIN',
    testKeys: 'refused',
    summary: 'Verify a domain',
    description:
      'Looks for the DNS records now and answers what it found. A verified domain is looked at daily by itself; a failed one only after this call. DNS caches may still show what was there before.',
    tag: 'Domains',
    success: { status: 200, schema: domainResource },
    errors: ['not_found', 'domain_taken'],
    handle: async (request) => {
      const row = foundDomain(await verifyDomain(namedDomain(request), authorOf(request)));
      return { status: 200, body: presentDomain(row) };
    },
  });
}
