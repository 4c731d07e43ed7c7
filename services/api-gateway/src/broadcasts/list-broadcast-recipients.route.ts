import { broadcastRecipient, listBroadcastRecipientsQuery } from '@postrider/contracts/broadcasts';
import { listOf } from '@postrider/contracts/fields';
import type { Pool } from '@postrider/db';
import { defineRoute, type Route } from '../http/route';
import { createPager } from '../paging/page';
import { search } from '../paging/search';
import { recipientsSearch, type RecipientRow } from './broadcast-recipients.repository';
import { broadcastOf, found, type BroadcastRouteOptions } from './broadcast-request';
import { presentRecipient } from './broadcasts.presenter';

export function listBroadcastRecipientsRoute({
  broadcasts,
  pool,
  cursors,
}: BroadcastRouteOptions & { readonly pool: Pool }): Route {
  return defineRoute({
    operationId: 'listBroadcastRecipients',
    method: 'GET',
    path: '/broadcasts/:id/recipients',
    access: { key: 'SEND' },
    testKeys: 'refused',
    query: listBroadcastRecipientsQuery,
    summary: 'List recipients',
    description:
      'Returns the recipients with their outcomes. The list grows while the broadcast is being sent. Filter by `outcome`, for example `invalid` to find contacts for whom the content could not be rendered, and by `opened` and `clicked`. A page looks at a limited number of recipients: with filters it may have fewer than `limit`, or none, and still a `next_cursor`.',
    tag: 'Broadcasts',
    success: { status: 200, schema: listOf(broadcastRecipient).meta({ id: 'BroadcastRecipientList' }) },
    errors: ['not_found', 'validation_error', 'invalid_cursor'],
    handle: async ({ principal, params, query }) => {
      const broadcast = found(await broadcasts.find(broadcastOf({ principal, params })));
      const { organizationId, id } = broadcast;
      const pager = createPager(cursors, { list: `recipients of ${id}`, organizationId });
      const rows = await search<RecipientRow>(pool, recipientsSearch(broadcast, pager.start(query), query));
      return { status: 200, body: pager.finishSearch(rows, query.limit, presentRecipient) };
    },
  });
}
