import { listOf, pageQuery, segmentResource } from '@postrider/contracts';
import { defineRoute, type Route } from '../http/route';
import { createPager } from '../paging/page';
import type { SegmentRouteParts } from './segment-route-parts';
import { presentSegment } from './segments.presenter';

export function listSegmentsRoute({ segments, countSegments, cursors }: SegmentRouteParts): Route {
  return defineRoute({
    method: 'GET',
    path: '/segments',
    permission: 'ADMIN',
    testKeys: 'refused',
    query: pageQuery,
    summary: 'List segments, newest first',
    tag: 'Segments',
    success: { status: 200, schema: listOf(segmentResource).meta({ id: 'SegmentList' }) },
    errors: ['validation_error', 'invalid_cursor'],
    handle: async ({ principal, query }) => {
      const organizationId = principal.organization.id;
      const pager = createPager(cursors, { list: 'segments', organizationId });
      const rows = await segments.list(organizationId, pager.start(query));
      const counts = await countSegments(
        organizationId,
        rows.map(({ filter }) => filter),
      );
      const countOf = new Map(rows.map(({ id }, index) => [id, counts[index] ?? 0]));
      const body = pager.finishLarge({ rows, searchedTo: null }, query.limit, (row) =>
        presentSegment(row, countOf.get(row.id) ?? 0),
      );
      return { status: 200, body };
    },
  });
}
