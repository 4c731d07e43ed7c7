import { parseStoredFilter } from '@postrider/audiences';
import { contactResource } from '@postrider/contracts/contacts';
import { AppError } from '@postrider/contracts/errors';
import { listOf, pageQuery } from '@postrider/contracts/fields';
import { defineRoute, type Route } from '../http/route';
import { createPager } from '../paging/page';
import { segmentOf, type SegmentRouteOptions } from './segment-request';

export function listSegmentContactsRoute(options: SegmentRouteOptions): Route {
  const { segments, contacts, prepareFilter, cursors } = options;
  return defineRoute({
    operationId: 'listSegmentContacts',
    method: 'GET',
    path: '/segments/:id/contacts',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    query: pageQuery,
    summary: 'List contacts of a segment',
    description: 'Returns the contacts that match the filter now, newest first.',
    tag: 'Segments',
    success: { status: 200, schema: listOf(contactResource).meta({ id: 'SegmentContactList' }) },
    errors: ['validation_error', 'invalid_cursor', 'not_found', 'invalid_segment'],
    handle: async ({ principal, params, query }) => {
      const organizationId = principal.organization.id;
      const row = await segments.find(segmentOf({ principal, params }));
      if (row === null) throw new AppError('not_found');
      const pager = createPager(cursors, { list: `segments/${row.id}/contacts`, organizationId });
      const start = pager.start(query);
      const filter = parseStoredFilter(row.filter);
      if (filter === null) throw new AppError('invalid_segment');
      const topics = await prepareFilter(organizationId, filter);
      const found = await contacts.list({ organizationId, segment: { filter, topics }, ...start });
      return { status: 200, body: pager.finishLarge(found, query.limit) };
    },
  });
}
