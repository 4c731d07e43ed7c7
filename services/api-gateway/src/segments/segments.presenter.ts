import type { SegmentResource } from '@postrider/contracts';
import type { SegmentRow } from './segments.repository';

export function presentSegment(row: SegmentRow, contactCount: number): SegmentResource {
  return {
    object: 'segment',
    id: row.id,
    name: row.name,
    filter: row.filter as SegmentResource['filter'],
    contact_count: contactCount,
    created_at: row.createdAt.toISOString(),
  };
}
