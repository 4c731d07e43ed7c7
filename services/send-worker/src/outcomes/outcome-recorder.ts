import { isEmailEventType, type EmailEventMessage } from '@postrider/contracts/events';
import type { Pool } from '@postrider/db';
import type { Publisher } from '@postrider/messaging';
import { createBatcher, retryWhileUnavailable, type Gather, type Logger } from '@postrider/runtime';
import type { ClaimedMessage } from '../claims/claimed-message';
import { eachSize, type SenderSize } from '../fairness/messages-in-hand';
import type { MessageOutcome, RecordedEvent } from './message-outcome';
import { recordOutcomes } from './outcomes.repository';

export interface OutcomeRecorder {
  /**
   * Resolves when the outcome is committed. Its events are published then, each once, without being waited for.
   * While the database is unavailable it tries again, for as long as the process lives: what the network did cannot be
   * undone, only remembered.
   * @throws when the row itself cannot be written
   */
  record(outcome: MessageOutcome): Promise<void>;
  drain(): Promise<void>;
}

const retryBackOff = { baseMs: 100, maxMs: 5_000 };

export function createOutcomeRecorder(options: {
  readonly pool: Pool;
  readonly publisher: Publisher;
  readonly workerId: string;
  /** Outcomes of senders of each size have statements of their own, at such times. */
  readonly gather: (size: SenderSize) => Gather;
  readonly sizeOf: (message: ClaimedMessage) => SenderSize;
  readonly log: Logger;
}): OutcomeRecorder {
  const { pool, publisher, workerId, log } = options;
  const publish = (events: readonly RecordedEvent[]): void => {
    for (const event of events) {
      const message = toEventMessage(event);
      // If the broker does not take an event, the consumers' sweeps over email_events find it.
      if (message) void publisher.publishEvent(message);
    }
  };
  const commits = eachSize((size) =>
    createBatcher<MessageOutcome, undefined>({
      name: 'outcomes',
      inFlightMax: 1,
      gather: options.gather(size),
      run: async (outcomes) => {
        // Published for the batch, not for each outcome: several outcomes of one message often share a batch.
        publish(await recordOutcomes(pool, { outcomes, workerId }));
        return outcomes.map(() => undefined);
      },
      onError: (error, batchSize) => log.warn({ err: error, batch: batchSize }, 'outcomes were not recorded'),
    }),
  );

  return {
    record: async (outcome) => {
      const commit = commits[options.sizeOf(outcome.message)];
      await retryWhileUnavailable(() => commit.submit(outcome), { backOff: retryBackOff });
    },
    drain: async () => {
      await Promise.all(Object.values(commits).map((commit) => commit.drain()));
    },
  };
}

/** The event as other services get it; null for types that are not published. */
function toEventMessage(event: RecordedEvent): EmailEventMessage | null {
  const type = `email.${event.draft.type}`;
  if (!isEmailEventType(type)) return null;
  const { message, recipient, draft } = event;
  return {
    id: event.id,
    type,
    organization_id: message.organizationId,
    mode: message.mode,
    occurred_at: recipient.at.toISOString(),
    email: {
      id: message.id,
      message_id: event.messageIdHeader,
      from: message.fromHeader,
      to: [...message.to],
      subject: message.subject,
      kind: message.kind,
      tags: message.tags,
      template: message.template,
      metadata: message.metadata,
      key_id: message.apiKeyId,
      domain_id: message.domainId,
    },
    recipient: recipient.address,
    provider: recipient.provider,
    bounce_type: draft.bounceType,
    detail: draft.detail,
    failure_class: draft.failureClass,
    next_attempt_at: draft.nextAttemptAt?.toISOString() ?? null,
    waiting: draft.waiting,
    reply: draft.reply,
    url: draft.url,
    blocked: draft.blocked,
    machine: false,
  };
}
