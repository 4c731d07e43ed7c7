import { broadcastRecipient, listBroadcastRecipientsQuery, listOf } from '@postrider/contracts';
import { defineRoute, type Route } from '../http/route';
import { createPager } from '../paging/page';
import type { ListRecipients } from './broadcast-recipients.repository';
import { broadcastOf, found, type BroadcastRouteOptions } from './broadcast-request';
import { presentRecipient } from './broadcasts.presenter';

export function listBroadcastRecipientsRoute({
  broadcasts,
  listRecipients,
  cursors,
}: BroadcastRouteOptions & { readonly listRecipients: ListRecipients }): Route {
  return defineRoute({
    operationId: 'listBroadcastRecipients',
    method: 'GET',
    path: '/broadcasts/:id/recipients',
    permission: 'SEND',
    testKeys: 'refused',
    query: listBroadcastRecipientsQuery,
    summary: 'List recipients',
    description:
      'Returns the recipients with their outcomes. The list grows while the broadcast is being sent. Filter by `outcome`, for example `invalid` to find contacts for whom the content could not be rendered.',
    tag: 'Broadcasts',
    success: { status: 200, schema: listOf(broadcastRecipient).meta({ id: 'BroadcastRecipientList' }) },
    errors: ['not_found', 'validation_error', 'invalid_cursor'],
    handle: async ({ principal, params, query }) => {
      const broadcast = found(await broadcasts.find(broadcastOf({ principal, params })));
      const { organizationId, id } = broadcast;
      const pager = createPager(cursors, { list: `recipients of ${id}`, organizationId });
      const rows = await listRecipients(broadcast, pager.start(query), query.outcome);
      return { status: 200, body: pager.finishSearch(rows, query.limit, presentRecipient) };
    },
  });
}
