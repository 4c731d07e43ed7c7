import type { WaitingCause } from '@postrider/contracts/emails';
import { mailOverdueSeconds, type PlatformAlertName } from '@postrider/contracts/platform-alerts';
import type { QueueName } from '@postrider/contracts/queues';
import { lanes, type Lane } from '@postrider/contracts/statuses';
import type { Pool } from '@postrider/db';
import type { DeadLetters, RedisClient } from '@postrider/messaging';
import { withTimeout } from '@postrider/runtime';
import { readOpenDrains } from '../queues/drains.repository';
import { countWaiting, isMore, type WaitingGroup } from '../queues/waiting.repository';
import { readAlerts } from './alerts.repository';
import { readAttention, type Attention } from './attention.repository';
import { checkRules, type HealthCheck, type OwnReadings } from './rule-checks';

export interface HealthOptions {
  readonly pool: Pool;
  readonly redis: RedisClient;
  /** @throws when RabbitMQ does not answer */
  readonly countQueues: DeadLetters['counts'];
}

export interface Health {
  /** The alert rules, and what only Health checks. */
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
/** Mail that no worker may send now. */
const heldReasons: ReadonlySet<string> = new Set<WaitingCause>([
  ...([
    'operator_hold',
    'restoration_hold',
    'review',
    'queue_paused',
    'sending_paused',
    'scheduled',
  ] as const),
]);

/** Never rejects because of Redis or RabbitMQ: what they would say is unknown then. */
export async function readHealth({ pool, redis, countQueues }: HealthOptions): Promise<Health> {
  const query = { lanes, organizationId: null, by: ['lane', 'reason'] as const, messagesMax: examinedMax };
  const [queues, groups, more, attention, stored] = await Promise.all([
    answer(countQueues),
    countWaiting(pool, query),
    Promise.all(lanes.map((lane) => isMore(pool, lane, query))),
    readAttention(pool, attentionMax),
    readAlerts(pool),
  ]);
  const waiting = groups as Health['waiting'];
  const rules = await checkRules(stored, () => readOwn({ pool, redis, waiting, queues, attention }));
  return {
    checks: [...rules, ...checkAttention(attention)],
    waiting: waiting.slice(0, 50),
    cutLanes: lanes.filter((_lane, index) => more[index]),
    queues,
  };
}

/** Of the rules, those whose facts are in PostgreSQL, Redis and RabbitMQ. */
async function readOwn({
  pool,
  redis,
  waiting,
  queues,
  attention,
}: Pick<HealthOptions, 'pool' | 'redis'> &
  Pick<Health, 'waiting' | 'queues'> & { readonly attention: Attention }): Promise<OwnReadings> {
  const [pong, drains] = await Promise.all([answer(() => redis.ping()), readOpenDrains(pool)]);
  const down = [...(pong === null ? ['Redis'] : []), ...(queues === null ? ['RabbitMQ'] : [])];
  const dead = queues?.filter((each) => each.dead > 0).map((each) => `${each.queue}: ${each.dead}`);
  const held = attention.restored;
  return new Map<PlatformAlertName, string | null>([
    ['PostriderDependencyDown', down.map((name) => `${name} does not answer this gateway.`).join(' ')],
    ['PostriderMailOverdue', overdueText(waiting)],
    ['PostriderDeadLetters', dead?.join(', ') ?? null],
    ['PostriderQueueDrained', drains.map(({ queue, reason }) => `${queue} (${reason})`).join(', ')],
    ['PostriderRestored', held === 0 ? '' : `${upTo(held)} messages are held after restoring a backup.`],
  ]);
}

function overdueText(waiting: Health['waiting']): string {
  const late = (['transactional', 'bulk'] as const).flatMap((lane) => {
    const ages = waiting
      .filter((group) => group.lane === lane && !heldReasons.has(group.reason))
      .map((group) => group.oldest_due_seconds ?? 0);
    const seconds = Math.max(0, ...ages);
    if (seconds <= mailOverdueSeconds[lane]) return [];
    return [`Mail of the lane ${lane} has been due for ${seconds} seconds.`];
  });
  return late.join(' ');
}

function checkAttention({ sources, reviews }: Attention): HealthCheck[] {
  const wrong = sources.map(({ address, error }) => `${address}: ${error}`).join('; ');
  const waiting = reviews === 0 ? '' : `${upTo(reviews)} messages are flagged.`;
  const warnIf = (detail: string) =>
    ({ state: detail === '' ? 'ok' : 'warning', detail, since: null }) as const;
  return [
    {
      ...{ check: 'source_names', title: 'Source addresses have matching DNS names' },
      ...{ ...warnIf(wrong), runbook: 'no-mail-leaves' },
    },
    {
      ...{ check: 'reviews', title: 'No message waits for a review' },
      ...{ ...warnIf(waiting), runbook: null },
    },
  ];
}

/** Counts end there. */
const attentionMax = 1_000;
const upTo = (found: number): string => (found === attentionMax ? `${found} or more` : String(found));

/** Null: no answer in time. */
async function answer<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await withTimeout(answerTimeoutMs, ask);
  } catch {
    return null;
  }
}
