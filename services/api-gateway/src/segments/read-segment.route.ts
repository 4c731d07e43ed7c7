import { segmentResource } from '@postrider/contracts/segments';
import { defineRoute, type Route } from '../http/route';
import { segmentOf, segmentVersion, shownSegment, type SegmentRouteOptions } from './segment-request';

export function readSegmentRoute(options: SegmentRouteOptions): Route {
  return defineRoute({
    operationId: 'readSegment',
    method: 'GET',
    path: '/segments/:id',
    access: { key: 'ADMIN', user: 'SEND' },
    testKeys: 'refused',
    summary: 'Get a segment',
    description:
      'Returns a segment with its number of contacts. A count that takes longer than two seconds continues in the background.',
    tag: 'Segments',
    versioned: segmentVersion,
    success: { status: 200, schema: segmentResource },
    errors: ['not_found'],
    handle: async ({ principal, params }) => {
      const row = await options.segments.find(segmentOf({ principal, params }));
      return { status: 200, body: await shownSegment(options, principal.organization.id, row) };
    },
  });
}
