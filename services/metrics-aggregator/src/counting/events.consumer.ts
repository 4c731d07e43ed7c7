import type { Pool } from '@postrider/db';
import type { MessageOf } from '@postrider/messaging';
import { toCountable } from './countable-event';
import { countEvents } from './counters.repository';

/** Counts a batch of events in one transaction; the broker forgets them once that is committed. */
export function createEventsConsumer(options: {
  readonly pool: Pool;
  readonly onCounted: (counts: { counted: number; repeated: number }) => void;
}): (batch: readonly MessageOf<'metrics-aggregator.events'>[]) => Promise<void> {
  const { pool, onCounted } = options;
  return async (batch) => {
    const events = batch
      .flatMap(({ payload }) => payload.events)
      .flatMap((event) => toCountable(event) ?? []);
    const counted = await countEvents(pool, events);
    onCounted({ counted, repeated: events.length - counted });
  };
}
