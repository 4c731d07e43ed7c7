import {
  lockSweepCursor,
  moveSweepCursor,
  uuidV7Floor,
  withTransaction,
  type Database,
  type SweepPass,
} from '@postrider/db';
import type { Clock, Logger } from '@postrider/runtime';
import { countEventsIn } from './counters.repository';
import { readCountableEvents, readEventPage } from './missed-events.repository';

const EVENTS_PER_PAGE = 5_000;

/**
 * Counts events that the broker did not bring. One transaction with the cursor: after a crash it is done again,
 * and counting twice adds nothing.
 * @returns whether the page was full: there is more
 */
export function createMissedEventsSweep(options: {
  readonly pool: Database['pool'];
  readonly clock: Clock;
  readonly log: Logger;
  readonly onFound: (events: number) => void;
}): (pass: SweepPass) => Promise<boolean> {
  const { pool, clock, log, onFound } = options;
  return async ({ cursor, lagMs }) => {
    const before = uuidV7Floor(new Date(clock.now().getTime() - lagMs));
    const { full, found } = await withTransaction(pool, async (client) => {
      const after = await lockSweepCursor(client, cursor);
      if (after === null || after >= before) return { full: false, found: 0 };
      const page = await readEventPage(client, { after, before, limit: EVENTS_PER_PAGE });
      const events = page.missed.length > 0 ? await readCountableEvents(client, page.missed) : [];
      const counted = events.length > 0 ? await countEventsIn(client, events) : 0;
      const isFull = page.size === EVENTS_PER_PAGE && page.lastId !== null;
      await moveSweepCursor(client, cursor, isFull && page.lastId !== null ? page.lastId : before);
      return { full: isFull, found: counted };
    });
    if (found > 0) {
      log.warn({ sweep: cursor, events: found }, 'counted events that the broker did not bring');
      onFound(found);
    }
    return full;
  };
}
