import { broadcastSummary, listBroadcastsQuery } from '@postrider/contracts/broadcasts';
import { listOf } from '@postrider/contracts/fields';
import { defineRoute, type Route } from '../http/route';
import { createPager } from '../paging/page';
import type { BroadcastRouteOptions } from './broadcast-request';
import { presentSummary } from './broadcasts.presenter';

export function listBroadcastsRoute({ broadcasts, cursors }: BroadcastRouteOptions): Route {
  return defineRoute({
    operationId: 'listBroadcasts',
    method: 'GET',
    path: '/broadcasts',
    access: { key: 'SEND' },
    testKeys: 'refused',
    query: listBroadcastsQuery,
    summary: 'List broadcasts',
    description: 'Returns the broadcasts without their content. `GET /broadcasts/{id}` includes it.',
    tag: 'Broadcasts',
    success: { status: 200, schema: listOf(broadcastSummary).meta({ id: 'BroadcastList' }) },
    errors: ['validation_error', 'invalid_cursor'],
    handle: async ({ principal, query }) => {
      const organizationId = principal.organization.id;
      const pager = createPager(cursors, { list: 'broadcasts', organizationId });
      const seen = { organizationId, domainIds: principal.domainIds };
      const rows = await broadcasts.list(seen, pager.start(query), query);
      return { status: 200, body: pager.finishSearch(rows, query.limit, presentSummary) };
    },
  });
}
