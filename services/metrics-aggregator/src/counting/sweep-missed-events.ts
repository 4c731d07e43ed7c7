import { type Pool, sweepEvents, type SweepPass } from '@postrider/db';
import type { Clock, Logger } from '@postrider/runtime';
import { countEventsIn } from './counters.repository';
import { readCountableEvents, readEventPage } from './missed-events.repository';

const EVENTS_PER_PAGE = 5_000;

/**
 * Counts events that the broker did not bring. After a crash a page is done again, and counting twice adds nothing.
 * @returns whether the page was full: there is more
 */
export function createMissedEventsSweep(options: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onFound: (events: number) => void;
}): (pass: SweepPass) => Promise<boolean> {
  const { pool, clock, log, onFound } = options;
  return async (pass) => {
    let found = 0;
    const full = await sweepEvents(pool, pass, {
      now: clock.now(),
      limit: EVENTS_PER_PAGE,
      look: async (client, stretch) => {
        const page = await readEventPage(client, stretch);
        const events = page.missed.length > 0 ? await readCountableEvents(client, page.missed) : [];
        found = events.length > 0 ? await countEventsIn(client, events) : 0;
        return page;
      },
    });
    if (found > 0) {
      log.warn({ sweep: pass.cursor, events: found }, 'counted events that the broker did not bring');
      onFound(found);
    }
    return full;
  };
}
