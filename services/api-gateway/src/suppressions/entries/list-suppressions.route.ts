import { listOf } from '@postrider/contracts/fields';
import { listSuppressionsQuery, suppressionResource } from '@postrider/contracts/suppressions';
import { defineRoute, type Route } from '../../http/route';
import { createPager } from '../../paging/page';
import { addressKey, listedDomain, type SuppressionRouteOptions } from './suppression-request';
import { presentSuppression } from './suppressions.presenter';

export function listSuppressionsRoute({ suppressions, cursors }: SuppressionRouteOptions): Route {
  return defineRoute({
    operationId: 'listSuppressions',
    method: 'GET',
    path: '/suppressions',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    query: listSuppressionsQuery,
    summary: 'List suppressions',
    description:
      'Returns the entries that match all filters. A key that is restricted to domains sees their entries and those of the whole organization, which also apply to its sends.',
    tag: 'Suppressions',
    success: { status: 200, schema: listOf(suppressionResource).meta({ id: 'SuppressionList' }) },
    errors: ['validation_error', 'invalid_cursor', 'unknown_domain'],
    handle: async ({ principal, query }) => {
      const organizationId = principal.organization.id;
      const pager = createPager(cursors, { list: 'suppressions', organizationId });
      const { email, reason, domain } = query;
      const found = await suppressions.list({
        ...pager.start(query),
        organizationId,
        domainIds: principal.domainIds,
        email: email === undefined ? undefined : addressKey(email),
        reason,
        domainId: listedDomain(principal, domain)?.id,
      });
      return { status: 200, body: pager.finishSearch(found, query.limit, presentSuppression) };
    },
  });
}
