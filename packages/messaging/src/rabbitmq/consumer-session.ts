import type { Channel, ConsumeMessage } from 'amqplib';
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

interface SessionOptions<Q extends QueueName> {
  readonly queue: Q;
  readonly prefetch: number;
  readonly onMessage: (held: HeldMessage<QueuePayload<Q>>) => void;
}

const cancelTimeoutMs = 2_000;
/** How often a session that has nothing to do asks whether its queue is empty. */
const idleCheckMs = 3_000;
/** Whether what was ready a moment ago still is. */
const suspectedCheckMs = 500;
const idleCheckTimeoutMs = 10_000;

export function startConsumerSession<Q extends QueueName>(
  machinery: ConsumerMachinery,
  options: SessionOptions<Q>,
): ConsumerSession {
  const { connection, log } = machinery;
  const { queue } = options;
  const closing = new AbortController();
  let current: { opened: OpenChannel; consumerTag: string; acknowledger: Acknowledger } | undefined;
  let cancelled = false;

  const open = async (): Promise<Session> => {
    const opened = await connection.openChannel();
    await assertTopology(opened.channel);
    const { consumerTag, acknowledger, lost } = await subscribe(machinery, opened, options);
    if (closing.signal.aborted) {
      // Stopped while it was being opened: what has come goes back.
      await opened.close();
      return { ended: opened.ended };
    }
    current = { opened, consumerTag, acknowledger };
    const ended = lost.then(async (reason) => {
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

/** @returns `lost`: the reason why nothing comes any more; it never rejects */
async function subscribe<Q extends QueueName>(
  machinery: ConsumerMachinery,
  opened: OpenChannel,
  { queue, prefetch, onMessage }: SessionOptions<Q>,
): Promise<{ consumerTag: string; acknowledger: Acknowledger; lost: Promise<string> }> {
  await opened.channel.prefetch(prefetch);
  const acknowledger = createAcknowledger(opened.channel, (error) =>
    machinery.log.debug({ err: error, queue }, 'not acknowledged: the channel is closing'),
  );
  let onBrokerCancel: (reason: string) => void = () => undefined;
  const brokerCancel = new Promise<string>((resolve) => (onBrokerCancel = resolve));
  const unsettled = new Set<number>();
  const { consumerTag } = await opened.channel.consume(queue, (message) => {
    if (message === null) return onBrokerCancel('the broker cancelled the consumer: its queue is gone');
    const { deliveryTag } = message.fields;
    unsettled.add(deliveryTag);
    const settle = (how: 'ack' | 'reject'): void => {
      unsettled.delete(deliveryTag);
      if (opened.isOpen()) acknowledger[how](message);
    };
    receive(machinery, { queue, opened, settle, message, onMessage });
  });
  const idleWatch = watchIdle(opened, queue, () => unsettled.size === 0);
  const lost = Promise.race([opened.ended, brokerCancel, idleWatch.forgotten]).finally(idleWatch.stop);
  return { consumerTag, acknowledger, lost };
}

/**
 * RabbitMQ forgets a consumer whose quorum queue is deleted and declared again within some milliseconds: it sends no cancel,
 * and nothing more (seen with 3.10 in two of five runs of the scenario `queues-deleted`, where a publisher declares what it
 * misses). So a session that holds nothing asks what is ready in its queue. Something, twice, and nothing has come: it was
 * forgotten. A queue that is missing closes the channel, which ends the session too.
 */
function watchIdle(
  { channel }: OpenChannel,
  queue: QueueName,
  isIdle: () => boolean,
): { readonly forgotten: Promise<string>; readonly stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const forgotten = new Promise<string>((resolve) => {
    const fail = (error: unknown): void => resolve(error instanceof Error ? error.message : String(error));
    const check = async (isSuspected: boolean): Promise<void> => {
      const isWaiting = isIdle() && (await readyIn(channel, queue)) > 0 && isIdle();
      if (isWaiting && isSuspected) resolve('the queue holds messages, and none comes');
      else plan(isWaiting);
    };
    const plan = (isSuspected: boolean): void => {
      timer = setTimeout(
        () => void check(isSuspected).catch(fail),
        isSuspected ? suspectedCheckMs : idleCheckMs,
      );
      timer.unref();
    };
    plan(false);
  });
  return { forgotten, stop: () => clearTimeout(timer) };
}

async function readyIn(channel: Channel, queue: QueueName): Promise<number> {
  return (await withTimeout(idleCheckTimeoutMs, channel.checkQueue(queue))).messageCount;
}

function receive<Q extends QueueName>(
  { publisher, log }: ConsumerMachinery,
  options: {
    queue: Q;
    opened: OpenChannel;
    settle: (how: 'ack' | 'reject') => void;
    message: ConsumeMessage;
    onMessage: (held: HeldMessage<QueuePayload<Q>>) => void;
  },
): void {
  const { queue, opened, settle, message } = options;
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
