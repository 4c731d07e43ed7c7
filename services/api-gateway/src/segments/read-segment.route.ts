import { segmentResource } from '@postrider/contracts';
import { defineRoute, type Route } from '../http/route';
import { segmentOf, shownSegment, type SegmentRouteParts } from './segment-route-parts';

export function readSegmentRoute(parts: SegmentRouteParts): Route {
  return defineRoute({
    method: 'GET',
    path: '/segments/:id',
    permission: 'ADMIN',
    testKeys: 'refused',
    summary: 'Read a segment',
    tag: 'Segments',
    success: { status: 200, schema: segmentResource },
    errors: ['not_found'],
    handle: async ({ principal, params }) => {
      const row = await parts.segments.find(segmentOf({ principal, params }));
      return { status: 200, body: await shownSegment(parts, principal.organization.id, row) };
    },
  });
}
