import { segmentResource, updateSegmentRequest } from '@postrider/contracts/segments';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import {
  presentSegment,
  requireKnown,
  requireSegmentAuthor,
  segmentOf,
  segmentVersion,
  shownSegment,
  type SegmentRouteOptions,
} from './segment-request';

export function updateSegmentRoute(options: SegmentRouteOptions): Route {
  const { segments } = options;
  return defineRoute({
    operationId: 'updateSegment',
    method: 'PATCH',
    path: '/segments/:id',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    body: updateSegmentRequest,
    bodyBytesMax: 65_536,
    summary: 'Update a segment',
    description: 'Changes the given fields. Broadcasts that have not started use the new filter.',
    tag: 'Segments',
    versioned: segmentVersion,
    success: { status: 200, schema: segmentResource },
    errors: ['not_found', 'validation_error', 'forbidden_domain', 'unknown_topic'],
    handle: async ({ principal, params, body, requestId, version }) => {
      requireSegmentAuthor(principal);
      const segment = segmentOf({ principal, params });
      const { organizationId } = segment;
      const { name, filter } = body;
      await requireKnown(options, organizationId, filter);
      const change = { ...(name !== undefined && { name }), ...(filter !== undefined && { filter }) };
      const row = await segments.change(segment, change, {
        author: authorOf({ principal, requestId, version }),
        check: (before) => version.require(presentSegment(before, null)),
      });
      return { status: 200, body: await shownSegment(options, organizationId, row) };
    },
  });
}
