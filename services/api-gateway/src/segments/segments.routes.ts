import type { Route } from '../http/route';
import { createSegmentRoute } from './create-segment.route';
import { deleteSegmentRoute } from './delete-segment.route';
import { listSegmentContactsRoute } from './list-segment-contacts.route';
import { listSegmentsRoute } from './list-segments.route';
import { previewSegmentRoute } from './preview-segment.route';
import { readSegmentRoute } from './read-segment.route';
import type { SegmentRouteOptions } from './segment-request';
import { updateSegmentRoute } from './update-segment.route';

export function segmentRoutes(options: SegmentRouteOptions): Route[] {
  return [
    createSegmentRoute(options),
    previewSegmentRoute(options),
    listSegmentsRoute(options),
    readSegmentRoute(options),
    listSegmentContactsRoute(options),
    updateSegmentRoute(options),
    deleteSegmentRoute(options),
  ];
}
