import { startRecurringTask, type Logger, type RecurringTask } from '@postrider/runtime';
import { createRelaySegmentEntries } from './relay-segment-entries';
import { createWalkSegments } from './walk-segments';

/** Between two pages of contacts: a page takes some 20 ms, so a gateway keeps half a processor of PostgreSQL busy at most. */
const pageIntervalMs = 25;
const entriesIntervalMs = 500;
/** How long the first page or entry waits. */
const idleIntervalMs = 1_000;

/** Starts automations for contacts that enter segments. */
export function startSegmentTriggers(
  options: Parameters<typeof createRelaySegmentEntries>[0] & { readonly log: Logger },
): readonly RecurringTask[] {
  const { log } = options;
  return [
    startRecurringTask({
      ...{ name: 'watched segments', intervalMs: pageIntervalMs, idleIntervalMs, log },
      run: createWalkSegments(options),
    }),
    startRecurringTask({
      ...{ name: 'segment entries', intervalMs: entriesIntervalMs, idleIntervalMs, log },
      run: createRelaySegmentEntries(options),
    }),
  ];
}
