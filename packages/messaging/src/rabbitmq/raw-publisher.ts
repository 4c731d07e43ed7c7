import type { ConfirmChannel, Message, Options } from 'amqplib';
import type { QueueName } from '@postrider/contracts/queues';
import { wait, type CounterVec, type Logger, type Metrics } from '@postrider/runtime';
import type { Connection, OpenChannel } from './connection';
import { keepSession } from './keep-session';
import { publishOptions, type PublishBytes, type Target } from './message-format';
import { assertQueues, assertTopology, declareAgainAfterMs, queuesOfTarget } from './topology';

/** Publishes bytes on a confirm channel that it keeps open. */
export interface RawPublisher {
  readonly publish: PublishBytes;
  /** False while there is no channel to publish on: everything is dropped then. */
  readonly isOpen: () => boolean;
  /** Resolves when the first channel is open and all queues are declared. */
  readonly opened: Promise<void>;
  readonly inFlight: () => number;
  /** Waits until nothing is in flight or came back; false when `timeoutMs` passed first. */
  readonly drain: (timeoutMs: number) => Promise<boolean>;
  close(): Promise<void>;
}

/** At 5,000 messages/s and a confirm after 100 ms, 500 are in flight; ten times as many mean that the broker has stopped. */
const inFlightMax = 5_000;
const closeDrainMs = 5_000;

export function createRawPublisher(options: {
  readonly connection: Connection;
  readonly log: Logger;
  readonly metrics: Metrics;
}): RawPublisher {
  const { connection, log, metrics } = options;
  const closing = new AbortController();
  const published = createPublishCounter(metrics);
  const opened = Promise.withResolvers<void>();
  let current: OpenChannel<ConfirmChannel> | undefined;
  let inFlight = 0;
  metrics.gauge('messaging_publish_in_flight', 'Messages that the broker has not confirmed.', () => inFlight);

  const count = (target: Target, outcome: 'confirmed' | 'refused' | 'dropped' | 'returned'): void =>
    published.add(1, { target: target.exchange || target.routingKey, outcome });

  const publish: PublishBytes = async (target, content, details) => {
    const session = current;
    if (!session?.isOpen() || inFlight >= inFlightMax) {
      count(target, 'dropped');
      return false;
    }
    inFlight += 1;
    const confirmed = await untilConfirmed(session.channel, target, { content, options: details });
    inFlight -= 1;
    count(target, confirmed ? 'confirmed' : 'refused');
    return confirmed;
  };

  const republisher = createRepublisher({ connection, log, publish, signal: closing.signal });
  const open = async (): Promise<OpenChannel<ConfirmChannel>> => {
    const session = await connection.openConfirmChannel();
    session.channel.on('return', (message: Message) => {
      count(message.fields, 'returned');
      republisher.publishAgain(message);
    });
    await assertTopology(session.channel);
    current = session;
    opened.resolve();
    return session;
  };
  const kept = keepSession({ name: 'publisher', log, connection, signal: closing.signal, open });

  const drain = (timeoutMs: number): Promise<boolean> =>
    untilZero(() => inFlight + republisher.waiting(), timeoutMs);

  return {
    publish,
    isOpen: () => current?.isOpen() === true,
    opened: opened.promise,
    inFlight: () => inFlight,
    drain,
    close: async () => {
      const drained = await drain(closeDrainMs);
      if (!drained) log.warn({ in_flight: inFlight }, 'the broker did not confirm everything in time');
      closing.abort();
      await kept;
      current = undefined;
    },
  };
}

const againHeader = 'x-published-again';

/** As many as may be in flight. If more come back, they are left to the sweeps. */
const returnedMax = inFlightMax;

interface Republisher {
  /** A message came back because no queue took it. Declares its queues again and publishes it once more, only once. */
  publishAgain(message: Message): void;
  readonly waiting: () => number;
}

function createRepublisher(options: {
  readonly connection: Connection;
  readonly log: Logger;
  readonly publish: PublishBytes;
  readonly signal: AbortSignal;
}): Republisher {
  const { connection, log, publish, signal } = options;
  let waiting = 0;
  const missing = new Set<QueueName>();
  /** Many messages come back at once and share one declaration. */
  let declaring: Promise<void> | undefined;

  const declareMissing = async (): Promise<void> => {
    const passed = await wait(declareAgainAfterMs, signal);
    // What comes back from here on may miss another queue.
    declaring = undefined;
    const queues = [...missing];
    missing.clear();
    if (!passed) throw new Error('closing');
    const opened = await connection.openChannel();
    try {
      await assertQueues(opened.channel, queues);
    } finally {
      await opened.close();
    }
    log.warn({ queues }, 'missing queues were declared again');
  };

  return {
    publishAgain: ({ content, fields: { exchange, routingKey }, properties }) => {
      const target = { exchange, routingKey };
      const headers: Record<string, unknown> = properties.headers ?? {};
      if (headers[againHeader] || waiting >= returnedMax) return;
      waiting += 1;
      for (const queue of queuesOfTarget(target)) missing.add(queue);
      declaring ??= declareMissing();
      declaring
        .then(() =>
          publish(target, content, { ...publishOptions({}), headers: { ...headers, [againHeader]: true } }),
        )
        .catch((error: unknown) => log.warn({ err: error, ...target }, 'gave up on a returned message'))
        .finally(() => (waiting -= 1));
    },
    waiting: () => waiting,
  };
}

async function untilZero(count: () => number, timeoutMs: number): Promise<boolean> {
  const deadlineMs = performance.now() + timeoutMs;
  while (count() > 0 && performance.now() < deadlineMs) await wait(10);
  return count() === 0;
}

function untilConfirmed(
  channel: ConfirmChannel,
  target: Target,
  message: { content: Buffer; options: Options.Publish },
): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      channel.publish(
        target.exchange,
        target.routingKey,
        message.content,
        message.options,
        (error: unknown) => resolve(error === null),
      );
    } catch {
      // The channel is closing: amqplib throws before its close event is out.
      resolve(false);
    }
  });
}

function createPublishCounter(metrics: Metrics): CounterVec<'target' | 'outcome'> {
  const labels = { target: [], outcome: [] };
  return metrics.counter(
    'messaging_published',
    'Messages published to the broker, by target and outcome.',
    labels,
  );
}
