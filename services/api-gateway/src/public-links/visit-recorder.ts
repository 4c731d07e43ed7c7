import type { EmailEventMessage } from '@postrider/contracts';
import { type Pool, presentEmailEvent } from '@postrider/db';
import {
  type Clock,
  createBatcher,
  isEngineUnavailable,
  type Logger,
  type Metrics,
  retryWhileUnavailable,
  withTimeout,
} from '@postrider/runtime';
import type { Visit } from './visit';
import { recordVisits, type VisitRow } from './visits.repository';

/** Hands an event to the broker; what does not arrive is found in `email_events` by the consumers' sweeps. */
export type PublishEvent = (event: EmailEventMessage) => void;

export interface VisitRecorder {
  /** Records an open or a click behind the answer; never throws, never waits. Without room, or a database, it is lost. */
  note(visit: Visit): void;
  /**
   * Resolves when it is committed; false: there is no such recipient.
   * @throws when the database cannot take it
   */
  record(visit: Visit): Promise<boolean>;
  /** Tries for a few seconds to write what is noted. */
  close(): Promise<void>;
}

/** Some 500 bytes each. */
const NOTED_MAX = 20_000;
const retryBackOff = { baseMs: 200, maxMs: 5_000 };
/** In an outage longer than this, the places are for those who look now. */
const KEPT_MS = 600_000;
const DRAIN_MS = 5_000;

export function createVisitRecorder(given: {
  readonly pool: Pool;
  readonly publishEvent: PublishEvent;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}): VisitRecorder {
  const { pool, publishEvent, clock, log, metrics } = given;
  const lost = metrics.counter(
    'public_link_visits_lost',
    'Opens and clicks that were not recorded, by reason.',
  );
  const closing = new AbortController();
  let noted = 0;
  metrics.gauge('public_link_visits_waiting', 'Opens and clicks that wait to be recorded.', () => noted);

  // One statement at a time: counting what a recipient has done before must see the statement before.
  const commit = createBatcher<Visit, VisitRow | undefined>({
    name: 'visits',
    run: (visits) => recordVisits(pool, visits),
    inFlightMax: 1,
    waitingMax: 2 * NOTED_MAX,
  });

  const record = async (visit: Visit): Promise<boolean> => {
    const row = await commit.submit(visit);
    if (row?.recorded) publishEvent(presentEmailEvent(row));
    return row !== undefined;
  };
  const recordInTime = async (visit: Visit): Promise<void> => {
    const mayRetry = (): boolean => clock.now().getTime() - visit.at.getTime() <= KEPT_MS;
    try {
      await retryWhileUnavailable(() => record(visit), {
        backOff: retryBackOff,
        signal: closing.signal,
        mayRetry,
      });
    } catch (error) {
      lost.add(1, { reason: isEngineUnavailable(error) ? 'database_away' : 'refused' });
      log.error({ err: error }, 'a visit was not recorded');
    }
  };

  return {
    note: (visit) => {
      if (noted >= NOTED_MAX || closing.signal.aborted) {
        lost.add(1, { reason: closing.signal.aborted ? 'shutdown' : 'full' });
        return;
      }
      noted += 1;
      void recordInTime(visit).finally(() => (noted -= 1));
    },
    record,
    close: async () => {
      await withTimeout(DRAIN_MS, commit.drain(), { orElse: undefined });
      closing.abort();
    },
  };
}
