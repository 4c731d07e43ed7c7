import type { ConsumeMessage } from 'amqplib';
import { queueCatalogue, type QueueName, type QueuePayload } from '@postrider/contracts';
import { currentTraceParent, withTimeout, type Logger, type WorkIds } from '@postrider/runtime';
import { createAcknowledger, type Acknowledger } from './acknowledger';
import type { Connection, OpenChannel } from './connection';
import { keepSession, type Session } from './keep-session';
import { decodePayload, idsOf, returnsOf, traceParentOf } from './message-format';
import type { RawPublisher } from './raw-publisher';
import { assertTopology, deadLetterQueueOf } from './topology';

/** A message as its handler sees it. Handlers are idempotent: any message may come again. */
export interface BrokerMessage<Payload> {
  readonly payload: Payload;
  readonly ids: WorkIds;
  readonly traceParent: string | undefined;
  /** 1 for the first attempt, counted over processes. */
  readonly attempt: number;
}

/** A message with the ways to be done with it. Each does nothing once the channel is gone: the broker delivers it again. */
export interface HeldMessage<Payload> {
  readonly message: BrokerMessage<Payload>;
  /** False once the channel that brought it is gone. */
  readonly isLive: () => boolean;
  done(): void;
  deadLetter(reason: string): Promise<void>;
}

export interface ConsumerMachinery {
  readonly connection: Connection;
  readonly publisher: RawPublisher;
  readonly log: Logger;
}

/**
 * A subscription that comes back: after a lost connection, a closed channel, or a cancel by the broker (the queue was
 * deleted) it declares the topology and consumes again.
 */
export interface ConsumerSession {
  readonly isConsuming: () => boolean;
  /** No deliveries come after this; those that came may still be settled. */
  cancel(): Promise<void>;
  /** Closes the channel: what is not settled goes back to the queue. */
  close(): Promise<void>;
}

const cancelTimeoutMs = 2_000;

export function startConsumerSession<Q extends QueueName>(
  machinery: ConsumerMachinery,
  options: {
    readonly queue: Q;
    readonly prefetch: number;
    readonly onMessage: (held: HeldMessage<QueuePayload<Q>>) => void;
  },
): ConsumerSession {
  const { connection, log } = machinery;
  const { queue, prefetch } = options;
  const closing = new AbortController();
  let current: { opened: OpenChannel; consumerTag: string; acknowledger: Acknowledger } | undefined;
  let cancelled = false;

  const open = async (): Promise<Session> => {
    const opened = await connection.openChannel();
    await assertTopology(opened.channel);
    await opened.channel.prefetch(prefetch);
    const acknowledger = createAcknowledger(opened.channel, (error) =>
      log.debug({ err: error, queue }, 'not acknowledged: the channel is closing'),
    );
    let onBrokerCancel: (reason: string) => void = () => undefined;
    const brokerCancel = new Promise<string>((resolve) => (onBrokerCancel = resolve));
    const { consumerTag } = await opened.channel.consume(queue, (message) => {
      if (message === null) onBrokerCancel('the broker cancelled the consumer: its queue is gone');
      else receive(machinery, { queue, opened, acknowledger, message, onMessage: options.onMessage });
    });
    if (closing.signal.aborted) {
      // Stopped while it was being opened: what has come goes back.
      await opened.close();
      return { ended: opened.ended };
    }
    current = { opened, consumerTag, acknowledger };
    const ended = Promise.race([opened.ended, brokerCancel]).then(async (reason) => {
      current = undefined;
      await opened.close();
      return reason;
    });
    return { ended };
  };
  const kept = keepSession({ name: `consumer of ${queue}`, log, signal: closing.signal, open });

  return {
    isConsuming: () => current?.opened.isOpen() === true && !cancelled,
    cancel: async () => {
      cancelled = true;
      const session = current;
      // Aborting first keeps a session that is just being opened from starting to consume.
      closing.abort();
      await kept;
      if (!session?.opened.isOpen()) return;
      await withTimeout(cancelTimeoutMs, () => session.opened.channel.cancel(session.consumerTag)).catch(
        (error: unknown) => log.debug({ err: error, queue }, 'cancelling failed: the channel is gone'),
      );
    },
    close: async () => {
      current?.acknowledger.flush();
      await current?.opened.close();
    },
  };
}

function receive<Q extends QueueName>(
  { publisher, log }: ConsumerMachinery,
  options: {
    queue: Q;
    opened: OpenChannel;
    acknowledger: Acknowledger;
    message: ConsumeMessage;
    onMessage: (held: HeldMessage<QueuePayload<Q>>) => void;
  },
): void {
  const { queue, opened, acknowledger, message } = options;
  const settle = (how: 'ack' | 'reject'): void => {
    if (opened.isOpen()) acknowledger[how](message);
  };
  const attempt = returnsOf(message) + 1;

  const deadLetter = async (reason: string): Promise<void> => {
    log.error({ queue, reason, attempt, ...idsOf(message) }, 'message goes to the dead-letter queue');
    const target = { exchange: '', routingKey: deadLetterQueueOf(queue) };
    const kept = await publisher.publish(target, message.content, {
      persistent: true,
      mandatory: true,
      contentType: 'application/json',
      headers: {
        ...message.properties.headers,
        'x-dead-letter-reason': reason,
        'x-dead-letter-at': new Date().toISOString(),
      },
    });
    // When our copy was not taken, the broker itself moves the message, under its own reason ("rejected").
    settle(kept ? 'ack' : 'reject');
  };

  const decoded = decodePayload(queue, message.content);
  if (!decoded.ok) {
    void deadLetter(decoded.reason);
    return;
  }
  options.onMessage({
    message: {
      payload: decoded.payload,
      ids: idsOf(message),
      traceParent: currentTraceParent() ?? traceParentOf(message),
      attempt: Math.min(attempt, queueCatalogue[queue].deliveryLimit),
    },
    isLive: opened.isOpen,
    done: () => settle('ack'),
    deadLetter,
  });
}
