import { setTimeout as delay } from 'node:timers/promises';
import type { CountSegment, SegmentCount } from '@postrider/audiences';
import { AppError } from '@postrider/contracts/errors';
import type { SegmentFilter } from '@postrider/contracts/segments';
import type { Logger } from '@postrider/runtime';
import type { SegmentRow, SegmentsRepository } from './segments.repository';

/** How long a response waits for counts that are not stored yet. */
const defaultDeadlineMs = 2_000;
/** What takes longer is stored, so that the next response has it at once. */
const storedFromMs = 500;

/** Counts of an organization's segments, in their order; null: not counted yet. Answers within the deadline. */
export type CountSegments = (
  organizationId: string,
  rows: readonly SegmentRow[],
) => Promise<readonly (SegmentCount | null)[]>;

export interface SegmentCountOptions {
  readonly countSegment: CountSegment;
  readonly segments: Pick<SegmentsRepository, 'storeCount'>;
  readonly log: Logger;
  /** Default 2,000. */
  readonly deadlineMs?: number | undefined;
}

export function createCountSegments(options: SegmentCountOptions): CountSegments {
  const { countSegment, segments, log, deadlineMs } = options;
  const count = async (organizationId: string, row: SegmentRow): Promise<SegmentCount> => {
    const beganMs = performance.now();
    const counted = await countSegment(organizationId, row.filter);
    if (performance.now() - beganMs >= storedFromMs) {
      await segments.storeCount({ organizationId, id: row.id }, row, counted);
    }
    return counted;
  };
  return (organizationId, rows) =>
    withinDeadline(deadlineMs, async (deadline) => {
      const counts = rows.map(async (row) => {
        const counting = count(organizationId, row);
        // It goes on after the answer: its result is stored for the next one.
        counting.catch((error: unknown) =>
          log.debug({ err: error, segment_id: row.id }, 'a segment could not be counted'),
        );
        return (await Promise.race([counting.catch(nullIfUnavailable), deadline])) ?? storedCount(row);
      });
      return await Promise.all(counts);
    });
}

/** What cannot be counted for now has its last count: a list has other segments, too. */
function nullIfUnavailable(error: unknown): null {
  if (error instanceof AppError && error.code === 'service_unavailable') return null;
  throw error;
}

async function withinDeadline<T>(
  deadlineMs = defaultDeadlineMs,
  work: (deadline: Promise<null>) => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  const deadline = delay(deadlineMs, null, { signal: ended.signal }).catch(() => null);
  try {
    return await work(deadline);
  } finally {
    ended.abort();
  }
}

function storedCount({ contactCount, countedAt }: SegmentRow): SegmentCount | null {
  return contactCount === null || countedAt === null ? null : { count: contactCount, countedAt };
}

/** Count of a filter that is not stored; null: not counted yet, ask again. Answers within the deadline. */
export type CountPreview = (organizationId: string, filter: SegmentFilter) => Promise<SegmentCount | null>;

/** Of an organization, in one process: an editor sends another filter with each change, and a count goes on to its end. */
const previewsMax = 3;

export function createCountPreview({
  countSegment,
  log,
  deadlineMs,
}: Omit<SegmentCountOptions, 'segments'>): CountPreview {
  const running = new Map<string, Map<string, Promise<SegmentCount>>>();
  return (organizationId, filter) => {
    const key = JSON.stringify(filter);
    const ofOrganization = running.get(organizationId) ?? new Map<string, Promise<SegmentCount>>();
    const known = ofOrganization.get(key);
    if (known === undefined && ofOrganization.size >= previewsMax) return Promise.resolve(null);
    const counting = known ?? countSegment(organizationId, filter);
    if (known === undefined) {
      ofOrganization.set(key, counting);
      running.set(organizationId, ofOrganization);
      const end = (): void => {
        ofOrganization.delete(key);
        if (ofOrganization.size === 0) running.delete(organizationId);
      };
      counting.then(end, (error: unknown) => {
        end();
        log.debug({ err: error }, 'a segment could not be counted');
      });
    }
    return withinDeadline(deadlineMs, (deadline) => Promise.race([counting, deadline]));
  };
}
