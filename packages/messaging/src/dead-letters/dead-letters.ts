import type { ConfirmChannel, GetMessage } from 'amqplib';
import type { QueueName } from '@postrider/contracts/queues';
import { wait, withTimeout, type Logger } from '@postrider/runtime';
import { createConnection, type Connection, type OpenChannel } from '../rabbitmq/connection';
import { idsOf, publishOptions, traceParentOf } from '../rabbitmq/message-format';
import { assertTopology, deadLetterQueueOf, queueNames } from '../rabbitmq/topology';

/** A message that could not be processed. */
export interface DeadLetter {
  readonly reason: string;
  /** ISO 8601; unknown for messages that the broker itself moved. */
  readonly at: string | undefined;
  /** The ids that its payload names, by the name of their field, each once. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  readonly payload: string;
}

/** A look into the dead-letter queues, and the way back for what lies there. */
export interface DeadLetters {
  counts(): Promise<{ queue: QueueName; waiting: number; dead: number }[]>;
  /** The oldest `limit` dead letters of a queue, at most 100; they stay where they are. While it looks, nothing else sees them. */
  inspect(queue: QueueName, limit: number): Promise<DeadLetter[]>;
  /** Requeues up to `limit` dead letters, oldest first, as long as the time lasts; answers how many. */
  redrive(queue: QueueName, limit: number, time?: WorkTime): Promise<number>;
  /** Deletes up to `limit` dead letters, oldest first, as long as the time lasts; answers how many. */
  discard(queue: QueueName, limit: number, time?: WorkTime): Promise<number>;
  close(): Promise<void>;
}

export interface WorkTime {
  /** Default: as long as it takes. */
  readonly durationMaxMs?: number;
}

const connectTimeoutMs = 5_000;
/** RabbitMQ declares the queues of a new virtual host one after the other. */
const declareTimeoutMs = 30_000;

/** Rejects when there is no connection to RabbitMQ within 5 s, because of whatever kept it from connecting. */
export async function openDeadLetters({ url, log }: { url: string; log: Logger }): Promise<DeadLetters> {
  const connection = await createConnection({ url, name: 'dead-letters', log });
  const onChannel = async <T>(work: (opened: OpenChannel<ConfirmChannel>) => Promise<T>): Promise<T> => {
    const opened = await connection.openConfirmChannel();
    try {
      return await work(opened);
    } finally {
      await opened.close();
    }
  };
  await declareQueues(connection).catch(async (error: unknown) => {
    const cause = connection.failure() ?? error;
    await connection.close();
    throw new Error('RabbitMQ does not answer', { cause });
  });

  return {
    counts: () =>
      onChannel(({ channel }) => Promise.all(queueNames().map((queue) => countOf(channel, queue)))),
    inspect: (queue, limit) => onChannel(({ channel }) => inspect(channel, queue, limit)),
    redrive: (queue, limit, time) => onChannel(({ channel }) => redrive(channel, { queue, limit, ...time })),
    discard: (queue, limit, time) => onChannel(({ channel }) => discard(channel, { queue, limit, ...time })),
    close: () => connection.close(),
  };
}

async function declareQueues(connection: Connection): Promise<void> {
  const opened = await withTimeout(connectTimeoutMs, () => connection.openConfirmChannel());
  try {
    await withTimeout(declareTimeoutMs, () => assertTopology(opened.channel));
  } finally {
    await opened.close();
  }
}

async function countOf(
  channel: ConfirmChannel,
  queue: QueueName,
): Promise<{ queue: QueueName; waiting: number; dead: number }> {
  const [waiting, dead] = await Promise.all([
    readyIn(channel, queue),
    readyIn(channel, deadLetterQueueOf(queue)),
  ]);
  return { queue, waiting, dead };
}

const emptyLooksMax = 3;

/** A quorum queue whose leader takes longer than 250 ms is reported as empty (`rabbit_quorum_queue:stat/1`): 0 is asked for again. */
async function readyIn(channel: ConfirmChannel, queue: string): Promise<number> {
  for (let look = 1; ; look += 1) {
    const { messageCount } = await channel.checkQueue(queue);
    if (messageCount > 0 || look === emptyLooksMax) return messageCount;
  }
}

/**
 * A quorum queue puts what is given back behind what was given back before, and delivers all of it first (rabbitmq-server#6804):
 * looks that all take as many keep the order, and others would rotate it.
 */
const lookedAtMax = 100;

async function inspect(channel: ConfirmChannel, queue: QueueName, limit: number): Promise<DeadLetter[]> {
  const taken: GetMessage[] = [];
  while (taken.length < lookedAtMax) {
    const message = await channel.get(deadLetterQueueOf(queue));
    if (!message) break;
    taken.push(message);
  }
  await giveBack(channel, queue, taken);
  return taken.slice(0, limit).map(describe);
}

/** RabbitMQ gives back more than 32 at a time in any order. */
const giveBackMax = 30;
/** 3 s in all: what the broker has not counted again by then, it does later. */
const giveBackLooksMax = 150;
const giveBackLookMs = 20;

/** In their order. Until the broker has them in the queue again, counts and redrives miss them. */
async function giveBack(
  channel: ConfirmChannel,
  queue: QueueName,
  taken: readonly GetMessage[],
): Promise<void> {
  const { messageCount: others } = await channel.checkQueue(deadLetterQueueOf(queue));
  for (let given = 0; given < taken.length;) {
    const next = taken.slice(given, given + giveBackMax);
    for (const message of next) channel.nack(message, false, true);
    given += next.length;
    await untilReady(channel, queue, others + given);
  }
}

async function untilReady(channel: ConfirmChannel, queue: QueueName, letters: number): Promise<void> {
  for (let look = 0; look < giveBackLooksMax; look += 1) {
    const { messageCount } = await channel.checkQueue(deadLetterQueueOf(queue));
    if (messageCount >= letters) return;
    await wait(giveBackLookMs);
  }
}

interface Removal extends WorkTime {
  readonly queue: QueueName;
  readonly limit: number;
}

function redrive(channel: ConfirmChannel, removal: Removal): Promise<number> {
  return takeEach(channel, removal, async (message) => {
    // The old headers count deliveries and deaths; the message starts afresh.
    const headers = publishOptions({ ids: idsOf(message), traceParent: traceParentOf(message) });
    channel.sendToQueue(removal.queue, message.content, headers);
    // Only what the broker has in the queue may leave the dead letters: a crash in between makes a copy, not a hole.
    await channel.waitForConfirms();
  });
}

function discard(channel: ConfirmChannel, removal: Removal): Promise<number> {
  return takeEach(channel, removal, () => Promise.resolve());
}

/** Removes dead letters, oldest first, each when `take` has resolved. @returns how many */
async function takeEach(
  channel: ConfirmChannel,
  { queue, limit, durationMaxMs = Infinity }: Removal,
  take: (message: GetMessage) => Promise<void>,
): Promise<number> {
  const endMs = performance.now() + durationMaxMs;
  let most = limit;
  let taken = 0;
  while (taken < most && performance.now() < endMs) {
    const message = await channel.get(deadLetterQueueOf(queue));
    if (!message) break;
    // What fails again comes back while we work: only what lay there at the start is taken.
    if (taken === 0) most = Math.min(limit, message.fields.messageCount + 1);
    await take(message);
    channel.ack(message);
    taken += 1;
  }
  return taken;
}

function describe(message: GetMessage): DeadLetter {
  const headers: Record<string, unknown> = message.properties.headers ?? {};
  const at = headers['x-dead-letter-at'];
  const payload = message.content.toString('utf8');
  return {
    reason: reasonOf(headers),
    at: typeof at === 'string' ? at : undefined,
    ids: idsIn(payload),
    payload,
  };
}

/** A payload that is not JSON may be why the message is here: it names no ids. */
function idsIn(payload: string): Record<string, string[]> {
  const found = new Map<string, Set<string>>();
  const collect = (name: string, value: unknown): unknown => {
    if (typeof value === 'string' && /(^|_)ids?$/.test(name)) {
      found.set(name, (found.get(name) ?? new Set()).add(value));
    } else if (Array.isArray(value) && name.endsWith('_ids')) {
      for (const each of value) collect(name, each);
    }
    return value;
  };
  try {
    JSON.parse(payload, collect);
  } catch {
    return {};
  }
  return Object.fromEntries([...found].map(([name, ids]) => [name, [...ids]]));
}

function reasonOf(headers: Readonly<Record<string, unknown>>): string {
  const own = headers['x-dead-letter-reason'];
  if (typeof own === 'string') return own;
  // Set by the broker when it moved the message itself: `delivery_limit` means that processes died on it.
  const broker = headers['x-first-death-reason'];
  return typeof broker === 'string' ? broker : 'unknown';
}
