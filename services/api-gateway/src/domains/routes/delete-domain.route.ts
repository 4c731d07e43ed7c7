import { authorOf } from '../../audit/record-audit-entry';
import { requireUnrestricted } from '../../auth/principal-scope';
import { defineRoute, type Route } from '../../http/route';
import { foundDomain, namedDomain, restrictedKeyRefusal, type DomainRouteOptions } from './domain-request';

export function deleteDomainRoute({ domains, removeDomain }: DomainRouteOptions): Route {
  return defineRoute({
    operationId: 'deleteDomain',
    method: 'DELETE',
    path: '/domains/:id',
    access: { key: 'ADMIN' },
    isSensitive: true,
    testKeys: 'refused',
    summary: 'Delete a domain',
    description:
      'Deletes a domain with its published DNS records, its identity at a provider, DKIM keys, suppressions and counters. A domain that has sent email, or is used by broadcasts, forms, automations or active keys, cannot be deleted: `domain_in_use`. If a provider refuses (`domain_cleanup_failed`), the domain stays `disabled` and you can try again.',
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
