import { createSegmentRequest, segmentResource } from '@postrider/contracts/segments';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import {
  requireKnown,
  requireSegmentAuthor,
  segmentVersion,
  shownSegment,
  type SegmentRouteOptions,
} from './segment-request';

export function createSegmentRoute(options: SegmentRouteOptions): Route {
  const { segments } = options;
  return defineRoute({
    operationId: 'createSegment',
    method: 'POST',
    path: '/segments',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    body: createSegmentRequest,
    bodyBytesMax: 65_536,
    summary: 'Create a segment',
    description:
      'Creates a segment: a saved filter over contacts. It always contains the contacts that match at the time. `contact_count` is the current number.',
    tag: 'Segments',
    versioned: segmentVersion,
    success: { status: 201, schema: segmentResource },
    errors: ['validation_error', 'forbidden_domain', 'unknown_topic'],
    handle: async ({ principal, body, requestId }) => {
      requireSegmentAuthor(principal);
      const organizationId = principal.organization.id;
      await requireKnown(options, organizationId, body.filter);
      const author = authorOf({ principal, requestId });
      const row = await segments.create(organizationId, { name: body.name, filter: body.filter }, author);
      return { status: 201, body: await shownSegment(options, organizationId, row) };
    },
  });
}
