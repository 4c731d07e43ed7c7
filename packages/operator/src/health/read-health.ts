import { lanes, type Lane, type QueueName } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import type { DeadLetters, RedisClient } from '@postrider/messaging';
import { withTimeout } from '@postrider/runtime';
import { readOpenDrains } from '../queues/drains.repository';
import { countWaiting, isMore, type WaitingGroup } from '../queues/waiting.repository';
import { readAttention, type Attention } from './attention.repository';

export interface HealthOptions {
  readonly pool: Pool;
  readonly redis: RedisClient;
  /** @throws when RabbitMQ does not answer */
  readonly countQueues: DeadLetters['counts'];
}

/** Something that holds on a healthy platform, or does not. */
export interface HealthCheck {
  readonly check:
    | ('redis' | 'rabbitmq' | 'transactional_mail' | 'bulk_mail' | 'dead_letters')
    | ('queues_drained' | 'restored_mail' | 'source_names' | 'reviews');
  /** `unknown`: it could not be read. `warning`: to be looked at. */
  readonly state: 'ok' | 'warning' | 'failed' | 'unknown';
  readonly detail: string;
}

export interface Health {
  readonly checks: readonly HealthCheck[];
  readonly waiting: readonly (WaitingGroup & { readonly lane: Lane; readonly reason: string })[];
  /** Lanes with more waiting messages than were counted. */
  readonly cutLanes: readonly Lane[];
  /** Null: RabbitMQ does not answer. */
  readonly queues: readonly QueueCount[] | null;
}

interface QueueCount {
  readonly queue: QueueName;
  readonly waiting: number;
  readonly dead: number;
}

/** Connecting to RabbitMQ may take 5 s. */
const answerTimeoutMs = 6_000;
/** Messages of each lane that are looked at, earliest due first: some tens of milliseconds, however many wait. */
const examinedMax = 10_000;
/** As the alert PostriderMailOverdue has them. */
const overdueSeconds = { transactional: 120, bulk: 3_600 };
/** Mail that no worker may send now. */
const heldReasons: ReadonlySet<string> = new Set([
  ...['held by an operator', 'held by its review', 'queue drained', 'sending paused', 'scheduled'],
]);

/** Never rejects because of Redis or RabbitMQ: what they would say is unknown then. */
export async function readHealth({ pool, redis, countQueues }: HealthOptions): Promise<Health> {
  const query = { lanes, organizationId: null, by: ['lane', 'reason'] as const, messagesMax: examinedMax };
  const [pong, queues, groups, more, drains, attention] = await Promise.all([
    answer(() => redis.ping()),
    answer(countQueues),
    countWaiting(pool, query),
    Promise.all(lanes.map((lane) => isMore(pool, lane, query))),
    readOpenDrains(pool),
    readAttention(pool, attentionMax),
  ]);
  const waiting = groups as Health['waiting'];
  return {
    checks: [
      pong
        ? { check: 'redis', state: 'ok', detail: 'Redis answers.' }
        : { check: 'redis', state: 'failed', detail: 'Redis does not answer.' },
      queues === null
        ? { check: 'rabbitmq', state: 'failed', detail: 'RabbitMQ does not answer.' }
        : { check: 'rabbitmq', state: 'ok', detail: 'RabbitMQ answers.' },
      checkOverdue('transactional', waiting),
      checkOverdue('bulk', waiting),
      checkDeadLetters(queues),
      {
        check: 'queues_drained',
        ...warnIf(
          drains.map(({ queue, reason }) => `${queue} (${reason})`).join(', '),
          'No queue is drained.',
        ),
      },
      ...checkAttention(attention),
    ],
    waiting: waiting.slice(0, 50),
    cutLanes: lanes.filter((_lane, index) => more[index]),
    queues,
  };
}

function checkOverdue(lane: 'transactional' | 'bulk', waiting: Health['waiting']): HealthCheck {
  const ages = waiting
    .filter((group) => group.lane === lane && !heldReasons.has(group.reason))
    .map((group) => group.oldest_due_seconds ?? 0);
  const seconds = Math.max(0, ...ages);
  const detail = seconds === 0 ? 'No mail is due.' : `The oldest mail has been due for ${seconds} seconds.`;
  return { check: `${lane}_mail`, state: seconds > overdueSeconds[lane] ? 'failed' : 'ok', detail };
}

function checkDeadLetters(queues: Health['queues']): HealthCheck {
  const check = 'dead_letters';
  if (queues === null) return { check, state: 'unknown', detail: 'RabbitMQ does not answer.' };
  const dead = queues.filter((each) => each.dead > 0).map((each) => `${each.queue}: ${each.dead}`);
  return { check, ...warnIf(dead.join(', '), 'There are no dead letters.') };
}

function checkAttention({ restored, sources, reviews }: Attention): HealthCheck[] {
  const held = restored === 0 ? '' : `${upTo(restored)} messages are held after restoring a backup.`;
  const waiting = reviews === 0 ? '' : `${upTo(reviews)} messages are flagged.`;
  return [
    { check: 'restored_mail', ...warnIf(held, 'No mail is held after restoring a backup.') },
    {
      check: 'source_names',
      ...warnIf(
        sources.map(({ address, error }) => `${address}: ${error}`).join('; '),
        'The DNS names of all active source addresses match.',
      ),
    },
    { check: 'reviews', ...warnIf(waiting, 'No message waits for a review.') },
  ];
}

/** Counts end there. */
const attentionMax = 1_000;
const upTo = (found: number): string => (found === attentionMax ? `${found} or more` : String(found));

const warnIf = (problem: string, fine: string): Pick<HealthCheck, 'state' | 'detail'> =>
  problem === '' ? { state: 'ok', detail: fine } : { state: 'warning', detail: problem };

/** Null: no answer in time. */
async function answer<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await withTimeout(answerTimeoutMs, ask);
  } catch {
    return null;
  }
}
