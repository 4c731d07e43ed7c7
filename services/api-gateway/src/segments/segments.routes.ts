import type { Route } from '../http/route';
import { createSegmentRoute } from './create-segment.route';
import { deleteSegmentRoute } from './delete-segment.route';
import { listSegmentsRoute } from './list-segments.route';
import { readSegmentRoute } from './read-segment.route';
import type { SegmentRouteParts } from './segment-route-parts';
import { updateSegmentRoute } from './update-segment.route';

export function segmentRoutes(parts: SegmentRouteParts): Route[] {
  return [
    createSegmentRoute(parts),
    listSegmentsRoute(parts),
    readSegmentRoute(parts),
    updateSegmentRoute(parts),
    deleteSegmentRoute(parts),
  ];
}
