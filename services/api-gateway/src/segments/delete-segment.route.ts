import { AppError } from '@postrider/contracts/errors';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import { requireSegmentAuthor, segmentOf, type SegmentRouteOptions } from './segment-request';

export function deleteSegmentRoute({ segments }: SegmentRouteOptions): Route {
  return defineRoute({
    operationId: 'deleteSegment',
    method: 'DELETE',
    path: '/segments/:id',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    summary: 'Delete a segment',
    description:
      'Deletes only the segment. Unsent broadcasts that use it can no longer start. A segment by which an automation starts cannot be deleted: `segment_in_use`.',
    tag: 'Segments',
    success: { status: 204, schema: null },
    errors: ['not_found', 'forbidden_domain', 'segment_in_use'],
    handle: async ({ principal, params, requestId }) => {
      requireSegmentAuthor(principal);
      const author = authorOf({ principal, requestId });
      if (!(await segments.remove(segmentOf({ principal, params }), author))) throw new AppError('not_found');
      return { status: 204 };
    },
  });
}
