import type { ConsumeMessage } from 'amqplib';
import { queueCatalogue, type QueueName, type QueuePayload } from '@postrider/contracts/queues';
import { currentTraceParent, wait, withTimeout, type Logger, type WorkIds } from '@postrider/runtime';
import { createAcknowledger } from './acknowledger';
import type { Connection } from './connection';
import { decodePayload, idsOf, returnsOf, traceParentOf } from './message-format';
import type { RawPublisher } from './raw-publisher';
import { assertQueues, deadLetterQueueOf } from './topology';

/** A message as its handler sees it. Handlers are idempotent: any message may come again. */
export interface BrokerMessage<Payload> {
  readonly payload: Payload;
  readonly ids: WorkIds;
  readonly traceParent: string | undefined;
  /** 1 for the first attempt, counted over processes. */
  readonly attempt: number;
}

/** A message with the ways to settle it. They do nothing once the channel is gone; the broker then delivers it again. */
export interface UnackedMessage<Payload> {
  readonly message: BrokerMessage<Payload>;
  /** False once its channel is gone. */
  readonly isLive: () => boolean;
  done(): void;
  deadLetter(reason: string): Promise<void>;
}

export interface SubscriptionMachinery {
  readonly connection: Connection;
  readonly publisher: RawPublisher;
  readonly log: Logger;
}

/** One consumer on a channel of its own, until the channel ends. */
export interface Subscription {
  readonly isOpen: () => boolean;
  /** Resolves with the reason why nothing comes any more. Never rejects. */
  readonly lost: Promise<string>;
  /** True if nothing is held and nothing arrived for `silenceMs` or longer; false once it is lost or closed. */
  untilSilent(): Promise<boolean>;
  /** Nothing is delivered after this; earlier deliveries may still be settled. Never rejects. */
  cancel(): Promise<void>;
  /** Cancels, and closes when all deliveries are settled. */
  retire(): Promise<void>;
  /** Closes the channel: unsettled messages go back to the queue. */
  close(): Promise<void>;
}

const cancelTimeoutMs = 2_000;

export async function subscribe<Q extends QueueName>(
  machinery: SubscriptionMachinery,
  options: {
    readonly queue: Q;
    readonly prefetch: number;
    readonly silenceMs: number;
    readonly onMessage: (held: UnackedMessage<QueuePayload<Q>>) => void;
    /** A message was dead-lettered because it could not be decoded. */
    readonly onUndecodable: () => void;
  },
): Promise<Subscription> {
  const { connection, log } = machinery;
  const { queue } = options;
  const opened = await connection.openChannel();
  await assertQueues(opened.channel, [queue]);
  await opened.channel.prefetch(options.prefetch);
  const acknowledger = createAcknowledger(opened.channel, (error) =>
    log.debug({ err: error, queue }, 'not acknowledged: the channel is closing'),
  );
  const closing = new AbortController();
  const cancelledByBroker = Promise.withResolvers<string>();
  const tally = createTally();
  const { consumerTag } = await opened.channel.consume(queue, (message) => {
    if (message === null) {
      cancelledByBroker.resolve('the broker cancelled the consumer: its queue is gone');
      return;
    }
    tally.came();
    const settle = (how: 'ack' | 'reject'): void => {
      if (opened.isOpen()) acknowledger[how](message);
      tally.settled();
    };
    receive(machinery, { ...options, message, isLive: opened.isOpen, settle });
  });
  const lost = Promise.race([opened.ended, cancelledByBroker.promise]).finally(() => closing.abort());

  const cancel = (): Promise<void> =>
    opened.isOpen()
      ? withTimeout(cancelTimeoutMs, () => opened.channel.cancel(consumerTag)).then(
          () => undefined,
          (error: unknown) => log.debug({ err: error, queue }, 'cancelling failed: the channel is gone'),
        )
      : Promise.resolve();
  const close = async (): Promise<void> => {
    closing.abort();
    acknowledger.flush();
    await opened.close();
  };
  return {
    isOpen: opened.isOpen,
    lost,
    untilSilent: () => untilSilent(tally, options.silenceMs, closing.signal),
    cancel,
    retire: async () => {
      closing.abort();
      await cancel();
      await Promise.race([tally.untilNothingIsHeld(), opened.ended]);
      await close();
    },
    close,
  };
}

/** Deliveries, and how many are not settled. */
interface Tally {
  came(): void;
  settled(): void;
  readonly total: () => number;
  readonly held: () => number;
  untilNothingIsHeld(): Promise<void>;
}

function createTally(): Tally {
  let total = 0;
  let held = 0;
  let onNothingHeld = (): void => undefined;
  return {
    came: () => {
      total += 1;
      held += 1;
    },
    settled: () => {
      held -= 1;
      if (held === 0) onNothingHeld();
    },
    total: () => total,
    held: () => held,
    untilNothingIsHeld: () =>
      held === 0 ? Promise.resolve() : new Promise((resolve) => (onNothingHeld = resolve)),
  };
}

/** So that consumers that began together do not ask the broker together. */
const silenceJitter = 0.4;

async function untilSilent(tally: Tally, silenceMs: number, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const totalBefore = tally.total();
    if (!(await wait(silenceMs * (1 + silenceJitter * Math.random()), signal))) return false;
    if (tally.held() === 0 && tally.total() === totalBefore) return true;
  }
}

function receive<Q extends QueueName>(
  { publisher, log }: SubscriptionMachinery,
  options: {
    queue: Q;
    message: ConsumeMessage;
    isLive: () => boolean;
    settle: (how: 'ack' | 'reject') => void;
    onMessage: (held: UnackedMessage<QueuePayload<Q>>) => void;
    onUndecodable: () => void;
  },
): void {
  const { queue, message, isLive, settle } = options;
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
    // If our copy was not taken, the broker itself moves the message, with its own reason ("rejected").
    settle(kept ? 'ack' : 'reject');
  };

  const decoded = decodePayload(queue, message.content);
  if (!decoded.ok) {
    options.onUndecodable();
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
    isLive,
    done: () => settle('ack'),
    deadLetter,
  });
}
