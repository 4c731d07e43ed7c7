import assert from 'node:assert';
import { listOf, pageQuery } from '@postrider/contracts/fields';
import { segmentResource } from '@postrider/contracts/segments';
import { defineRoute, type Route } from '../http/route';
import { createPager } from '../paging/page';
import { presentSegment, type SegmentRouteOptions } from './segment-request';

export function listSegmentsRoute({ segments, countSegments, cursors }: SegmentRouteOptions): Route {
  return defineRoute({
    operationId: 'listSegments',
    method: 'GET',
    path: '/segments',
    access: { key: 'ADMIN', user: 'SEND' },
    testKeys: 'refused',
    query: pageQuery,
    summary: 'List segments',
    description:
      'Returns the segments with their counts within about two seconds. A count that takes longer continues in the background; until it is ready, the previous count or null is returned. `counted_at` is the time of the count.',
    tag: 'Segments',
    success: { status: 200, schema: listOf(segmentResource).meta({ id: 'SegmentList' }) },
    errors: ['validation_error', 'invalid_cursor'],
    handle: async ({ principal, query }) => {
      const organizationId = principal.organization.id;
      const pager = createPager(cursors, { list: 'segments', organizationId });
      const rows = await segments.list(organizationId, pager.start(query));
      const counts = await countSegments(organizationId, rows);
      const counted = rows.map((row, index) => {
        const count = counts[index];
        assert(count !== undefined, 'a count for each filter');
        return { id: row.id, row, count };
      });
      const body = pager.finishLarge({ rows: counted, searchedTo: null }, query.limit, ({ row, count }) =>
        presentSegment(row, count),
      );
      return { status: 200, body };
    },
  });
}
