import { authorOf } from '../../audit/record-audit-entry';
import { requireUnrestricted } from '../../auth/principal-scope';
import { defineRoute, type Route } from '../../http/route';
import { foundDomain, namedDomain, restrictedKeyRefusal, type DomainRouteOptions } from './domain-request';

export function deleteDomainRoute({ domains, removeDomain }: DomainRouteOptions): Route {
  return defineRoute({
    operationId: 'deleteDomain',
    method: 'DELETE',
    path: '/domains/:id',
    permission: 'ADMIN',
    testKeys: 'refused',
    summary: 'Delete a domain',
    description:
      'Removes the DNS records that were published for it, its identity at a provider, its DKIM keys, its suppressions and its counters, for good. A domain that has sent mail, or that broadcasts, forms, automations or active keys use, is kept: `domain_in_use` names what keeps it. When a provider refuses, `domain_cleanup_failed`; the domain stays `disabled` and the call may be repeated.',
    tag: 'Domains',
    success: { status: 204, schema: null },
    errors: ['not_found', 'forbidden_domain', 'domain_in_use', 'domain_cleanup_failed'],
    handle: async (request) => {
      requireUnrestricted(request.principal, restrictedKeyRefusal);
      const domain = namedDomain(request);
      foundDomain(await domains.find(domain));
      await removeDomain(domain, authorOf(request));
      return { status: 204 };
    },
  });
}
