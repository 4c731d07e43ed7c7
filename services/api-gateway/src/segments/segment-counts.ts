import { setTimeout as delay } from 'node:timers/promises';
import type { CountSegment, SegmentCount } from '@postrider/audiences';
import type { Logger } from '@postrider/runtime';
import type { SegmentRow, SegmentsRepository } from './segments.repository';

/** How long a response waits for counts that are not stored yet. */
const deadlineMs = 2_000;
/** What takes longer is stored, so that the next response has it at once. */
const storedFromMs = 500;

/** Counts of an organization's segments, in their order; null: not counted yet. Answers within two seconds. */
export type CountSegments = (
  organizationId: string,
  rows: readonly SegmentRow[],
) => Promise<readonly (SegmentCount | null)[]>;

export interface SegmentCountOptions {
  readonly countSegment: CountSegment;
  readonly segments: Pick<SegmentsRepository, 'storeCount'>;
  readonly log: Logger;
}

export function createCountSegments({ countSegment, segments, log }: SegmentCountOptions): CountSegments {
  const count = async (organizationId: string, row: SegmentRow): Promise<SegmentCount> => {
    const beganMs = performance.now();
    const counted = await countSegment(organizationId, row.filter);
    if (performance.now() - beganMs >= storedFromMs) {
      await segments.storeCount({ organizationId, id: row.id }, row, counted);
    }
    return counted;
  };
  return async (organizationId, rows) => {
    const ended = new AbortController();
    const deadline = delay(deadlineMs, null, { signal: ended.signal }).catch(() => null);
    const counts = rows.map(async (row) => {
      const counting = count(organizationId, row);
      // It goes on after the answer: its result is stored for the next one.
      counting.catch((error: unknown) =>
        log.debug({ err: error, segment_id: row.id }, 'a segment could not be counted'),
      );
      return (await Promise.race([counting, deadline])) ?? storedCount(row);
    });
    try {
      return await Promise.all(counts);
    } finally {
      ended.abort();
    }
  };
}

function storedCount({ contactCount, countedAt }: SegmentRow): SegmentCount | null {
  return contactCount === null || countedAt === null ? null : { count: contactCount, countedAt };
}
