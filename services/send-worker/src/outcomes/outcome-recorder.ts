import type { Database } from '@postrider/db';
import type { Publisher } from '@postrider/messaging';
import { createGroupCommit, isDatabaseUnavailable } from '@postrider/db';
import { backOffMs, wait, type Logger } from '@postrider/runtime';
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
  readonly pool: Database['pool'];
  readonly publisher: Publisher;
  readonly workerId: string;
  readonly log: Logger;
}): OutcomeRecorder {
  const { pool, publisher, workerId, log } = given;
  const commit = createGroupCommit<MessageOutcome, readonly RecordedEvent[]>({
    name: 'outcomes',
    maxInFlight: 1,
    run: async (outcomes) => {
      const recorded = await recordOutcomes(pool, { outcomes, workerId });
      const byMessage = Map.groupBy(recorded, ({ message }) => message);
      return outcomes.map(({ message }) => byMessage.get(message) ?? []);
    },
    onError: (error, batchSize) => log.warn({ err: error, batch: batchSize }, 'outcomes were not recorded'),
  });

  const submit = async (outcome: MessageOutcome): Promise<readonly RecordedEvent[]> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await commit.submit(outcome);
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        await wait(backOffMs(attempt, retryBackOff));
      }
    }
  };

  return {
    record: async (outcome) => {
      for (const event of await submit(outcome)) {
        const message = toEventMessage(event);
        // What the broker does not take is found by the consumers' sweeps over email_events.
        if (message) void publisher.publishEvent(message);
      }
    },
    drain: () => commit.drain(),
  };
}
