import type { Pool } from '@postrider/db';
import type { Publisher } from '@postrider/messaging';
import { createBatcher, type Logger, retryWhileUnavailable } from '@postrider/runtime';
import { toEventMessage } from './event.presenter';
import type { MessageOutcome } from './message-outcome';
import { recordOutcomes } from './outcomes.repository';
import type { RecordedEvent } from './outcome-rows';

export interface OutcomeRecorder {
  /**
   * Resolves when the outcome is committed; its events are published after that, without being waited for.
   * While the database is away it tries again, for as long as the process lives: what the network did cannot be
   * undone, only remembered.
   * @throws when the row itself cannot be written
   */
  record(outcome: MessageOutcome): Promise<void>;
  drain(): Promise<void>;
}

const retryBackOff = { baseMs: 100, maxMs: 5_000 };

export function createOutcomeRecorder(given: {
  readonly pool: Pool;
  readonly publisher: Publisher;
  readonly workerId: string;
  readonly log: Logger;
}): OutcomeRecorder {
  const { pool, publisher, workerId, log } = given;
  const commit = createBatcher<MessageOutcome, readonly RecordedEvent[]>({
    name: 'outcomes',
    inFlightMax: 1,
    run: async (outcomes) => {
      const recorded = await recordOutcomes(pool, { outcomes, workerId });
      const byMessage = Map.groupBy(recorded, ({ message }) => message);
      return outcomes.map(({ message }) => byMessage.get(message) ?? []);
    },
    onError: (error, batchSize) => log.warn({ err: error, batch: batchSize }, 'outcomes were not recorded'),
  });

  return {
    record: async (outcome) => {
      const events = await retryWhileUnavailable(() => commit.submit(outcome), { backOff: retryBackOff });
      for (const event of events) {
        const message = toEventMessage(event);
        // What the broker does not take is found by the consumers' sweeps over email_events.
        if (message) void publisher.publishEvent(message);
      }
    },
    drain: () => commit.drain(),
  };
}
