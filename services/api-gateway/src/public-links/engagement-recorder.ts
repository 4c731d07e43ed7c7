import type { EmailEventMessage } from '@postrider/contracts/events';
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
import { recordEngagements, type Engagement, type EngagementEventRow } from './engagement-events.repository';

/** Hands an event to the broker; what does not arrive is found in `email_events` by the consumers' sweeps. */
export type PublishEvent = (event: EmailEventMessage) => void;

export interface EngagementRecorder {
  /** Records an open or a click behind the answer; never throws, never waits. Without room, or a database, it is lost. */
  note(engagement: Engagement): void;
  /** Tries for a few seconds to write what is noted. */
  close(): Promise<void>;
}

/** Some 500 bytes each. */
const notedMax = 20_000;
const retryBackOff = { baseMs: 200, maxMs: 5_000 };
/** In an outage longer than this, the places are for those who look now. */
const keptMs = 600_000;
const drainMs = 5_000;

export function createEngagementRecorder(options: {
  readonly pool: Pool;
  readonly publishEvent: PublishEvent;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}): EngagementRecorder {
  const { pool, publishEvent, clock, log, metrics } = options;
  const lost = metrics.counter(
    'engagement_events_lost',
    'Opens and clicks that could not be recorded, by reason.',
    { reason: ['database_unavailable', 'refused', 'full', 'shutdown'] },
  );
  const closing = new AbortController();
  let noted = 0;
  metrics.gauge('engagement_events_waiting', 'Opens and clicks waiting to be recorded.', () => noted);

  // One statement at a time: counting what a recipient has done before must see the statement before.
  const commit = createBatcher<Engagement, EngagementEventRow | undefined>({
    name: 'engagement events',
    run: (engagements) => recordEngagements(pool, engagements),
    inFlightMax: 1,
    waitingMax: 2 * notedMax,
  });

  const record = async (engagement: Engagement): Promise<void> => {
    const row = await commit.submit(engagement);
    if (row?.recorded) publishEvent(presentEmailEvent(row));
  };
  const recordInTime = async (engagement: Engagement): Promise<void> => {
    const mayRetry = (): boolean => clock.now().getTime() - engagement.at.getTime() <= keptMs;
    try {
      await retryWhileUnavailable(() => record(engagement), {
        backOff: retryBackOff,
        signal: closing.signal,
        mayRetry,
      });
    } catch (error) {
      lost.add(1, { reason: isEngineUnavailable(error) ? 'database_unavailable' : 'refused' });
      log.error({ err: error }, 'an open or click was not recorded');
    }
  };

  return {
    note: (engagement) => {
      if (noted >= notedMax || closing.signal.aborted) {
        lost.add(1, { reason: closing.signal.aborted ? 'shutdown' : 'full' });
        return;
      }
      noted += 1;
      void recordInTime(engagement).finally(() => (noted -= 1));
    },
    close: async () => {
      await withTimeout(drainMs, commit.drain(), { orElse: undefined });
      closing.abort();
    },
  };
}
