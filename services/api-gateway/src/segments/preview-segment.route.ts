import { previewSegmentRequest, segmentPreview } from '@postrider/contracts/segments';
import { defineRoute, type Route } from '../http/route';
import { fitting } from '../paging/page';
import { requireKnown, type SegmentRouteOptions } from './segment-request';

const samplesMax = 10;

export function previewSegmentRoute(options: SegmentRouteOptions): Route {
  const { contacts, prepareFilter, countPreview } = options;
  return defineRoute({
    operationId: 'previewSegment',
    method: 'POST',
    path: '/segments/preview',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    body: previewSegmentRequest,
    bodyBytesMax: 65_536,
    summary: 'Preview a segment',
    description:
      'Returns how many contacts meet a filter, and up to ten of them, without storing a segment. A count that takes longer than two seconds continues in the background: repeat the request for it. An organization can have three such counts at a time.',
    tag: 'Segments',
    success: { status: 200, schema: segmentPreview },
    errors: ['validation_error', 'unknown_topic'],
    handle: async ({ principal, body: { filter } }) => {
      const organizationId = principal.organization.id;
      await requireKnown(options, organizationId, filter);
      const topics = await prepareFilter(organizationId, filter);
      const [counted, { rows }] = await Promise.all([
        countPreview(organizationId, filter),
        contacts.list({ organizationId, segment: { filter, topics }, limit: samplesMax, beforeId: null }),
      ]);
      const samples = rows.slice(0, samplesMax);
      return {
        status: 200,
        body: {
          object: 'segment_preview' as const,
          contact_count: counted?.count ?? null,
          counted_at: counted?.countedAt.toISOString() ?? null,
          samples: samples.slice(0, fitting(samples)),
        },
      };
    },
  });
}
