import { domainResource } from '@postrider/contracts/domains';
import { listOf, pageQuery } from '@postrider/contracts/fields';
import { defineRoute, type Route } from '../../http/route';
import { createPager } from '../../paging/page';
import type { DomainRouteOptions } from './domain-request';
import { presentDomain } from './domains.presenter';

export function listDomainsRoute({ domains, cursors }: DomainRouteOptions): Route {
  return defineRoute({
    operationId: 'listDomains',
    method: 'GET',
    path: '/domains',
    access: { key: 'ADMIN', user: 'SEND' },
    testKeys: 'refused',
    query: pageQuery,
    summary: 'List domains',
    description: 'Returns the domains with their DNS records. A page can have fewer items than `limit`.',
    tag: 'Domains',
    success: { status: 200, schema: listOf(domainResource).meta({ id: 'DomainList' }) },
    errors: ['validation_error', 'invalid_cursor'],
    handle: async ({ principal, query }) => {
      const organizationId = principal.organization.id;
      const pager = createPager(cursors, { list: 'domains', organizationId });
      const rows = await domains.list(organizationId, pager.start(query), principal.domainIds);
      return { status: 200, body: pager.finishLarge({ rows, searchedTo: null }, query.limit, presentDomain) };
    },
  });
}
