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
    summary: 'Delete a domain that never sent mail',
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
