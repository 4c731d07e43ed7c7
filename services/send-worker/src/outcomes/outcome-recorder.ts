import assert from 'node:assert';
import { isEmailEventType, type EmailEventMessage } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import type { Publisher } from '@postrider/messaging';
import { createBatcher, retryWhileUnavailable, type Gather, type Logger } from '@postrider/runtime';
import type { MessageOutcome } from './message-outcome';
import { recordOutcomes } from './outcomes.repository';
import type { RecordedEvent } from './outcome-rows';

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

export function createOutcomeRecorder<Kind extends string>(options: {
  readonly pool: Pool;
  readonly publisher: Publisher;
  readonly workerId: string;
  /** Outcomes of each kind have statements of their own, at such times. */
  readonly gather: Readonly<Record<Kind, Gather>>;
  readonly kindOf: (outcome: MessageOutcome) => Kind;
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
  const commitsOf = (gather: Gather) =>
    createBatcher<MessageOutcome, undefined>({
      name: 'outcomes',
      inFlightMax: 1,
      gather,
      run: async (outcomes) => {
        // Published for the batch, not for each outcome: several outcomes of one message often share a batch.
        publish(await recordOutcomes(pool, { outcomes, workerId }));
        return outcomes.map(() => undefined);
      },
      onError: (error, batchSize) => log.warn({ err: error, batch: batchSize }, 'outcomes were not recorded'),
    });
  const commits = new Map(
    Object.entries<Gather>(options.gather).map(([kind, gather]) => [kind, commitsOf(gather)]),
  );

  return {
    record: async (outcome) => {
      const commit = commits.get(options.kindOf(outcome));
      assert(commit !== undefined, 'each kind has its statements');
      await retryWhileUnavailable(() => commit.submit(outcome), { backOff: retryBackOff });
    },
    drain: async () => {
      await Promise.all([...commits.values()].map((commit) => commit.drain()));
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
    reply: draft.reply,
    url: draft.url,
    blocked: draft.blocked,
    machine: false,
  };
}
