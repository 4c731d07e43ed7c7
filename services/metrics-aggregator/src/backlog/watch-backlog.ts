import { queueCatalogue, type QueueName } from '@postrider/contracts/queues';
import { lanes } from '@postrider/contracts/statuses';
import { withTransaction, type Pool } from '@postrider/db';
import type { Broker } from '@postrider/messaging';
import { startRecurringTask, type Logger, type Metrics, type Reading } from '@postrider/runtime';
import { readBacklog, type Backlog } from './backlog.repository';

interface WatchOptions {
  readonly pool: Pool;
  readonly broker: Broker;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly intervalMs?: number | undefined;
}

const watchIntervalMs = 10_000;
/** A replica that has not been the one that looks for so long tells nothing instead of what was. */
const readingsKeptMs = 30_000;
const queues = Object.keys(queueCatalogue) as QueueName[];

/**
 * Signs that there are too few workers, from the truth: PostgreSQL says what is due, RabbitMQ what lies in its queues. One
 * replica looks at a time (an advisory lock for the length of the look); it reports its result for half a minute, so
 * `max` over replicas is the newest but one at worst.
 */
export function watchBacklog(options: WatchOptions): { close(): Promise<void> } {
  const { pool, broker, log, metrics, intervalMs = watchIntervalMs } = options;
  let seen: (Look & { readonly atMs: number }) | null = null;
  observe(metrics, () => (seen !== null && performance.now() - seen.atMs < readingsKeptMs ? seen : null));

  return startRecurringTask({
    name: 'backlog',
    intervalMs,
    log,
    run: async () => {
      const backlog = await withTransaction(pool, async (client) => {
        const { rows } = await client.query<{ mine: boolean }>({
          name: 'backlog.lock',
          text: `SELECT pg_try_advisory_xact_lock(hashtextextended('metrics-aggregator backlog', 0)) AS mine`,
        });
        return rows[0]?.mine === true ? readBacklog(client, lanes) : null;
      });
      if (backlog !== null) seen = { backlog, ...(await readDepths(broker)), atMs: performance.now() };
    },
  });
}

interface Depths {
  readonly depths: readonly Reading[];
  readonly deadLetters: readonly Reading[];
}

interface Look extends Depths {
  readonly backlog: Backlog;
}

/** Nothing while RabbitMQ does not answer: what its queues hold is not known, and is not zero. */
async function readDepths(broker: Broker): Promise<Depths> {
  try {
    const [depths, deadLetters] = await Promise.all([
      broker.queueDepths(queues),
      broker.deadLetterCounts(queues),
    ]);
    return {
      depths: [...depths].map(([queue, { ready }]) => ({ value: ready, labels: { queue } })),
      deadLetters: [...deadLetters].map(([queue, value]) => ({ value, labels: { queue } })),
    };
  } catch {
    return { depths: [], deadLetters: [] };
  }
}

function observe(metrics: Metrics, current: () => Look | null): void {
  const messages = (name: string, help: string, read: (lane: Backlog['messages'][number]) => number) =>
    metrics.gauge(name, help, () =>
      (current()?.backlog.messages ?? []).map((lane) => ({ value: read(lane), labels: { lane: lane.lane } })),
    );
  messages('messages_due', 'Messages that are due and not claimed, up to 100,000.', ({ due }) => due);
  messages(
    'messages_oldest_due_seconds',
    'Age of the oldest due message that no worker has claimed.',
    ({ oldestSeconds }) => oldestSeconds,
  );
  messages('messages_in_hand', 'Messages claimed by workers, up to 100,000.', ({ inHand }) => inHand);
  metrics.gauge('messages_drained_seconds', 'Time since an operator drained the queue of email.', () =>
    (current()?.backlog.drains ?? []).map(({ queue, seconds }) => ({ value: seconds, labels: { queue } })),
  );
  metrics.gauge(
    'webhook_deliveries_due',
    'Webhook deliveries whose next attempt is due, of up to 100,000 open ones.',
    () => readingOf(current()?.backlog.deliveries.due),
  );
  metrics.gauge(
    'webhook_deliveries_oldest_due_seconds',
    'Age of the oldest due webhook delivery, by whether its endpoint answers or fails.',
    () =>
      Object.entries(current()?.backlog.deliveries.oldestSeconds ?? {}).map(([endpoint, value]) => ({
        ...{ value, labels: { endpoint } },
      })),
  );
  metrics.gauge(
    'events_oldest_waiting_seconds',
    'Age of the oldest event that a consumer may not have handled.',
    () =>
      (current()?.backlog.events ?? []).map(({ consumer, oldestSeconds: value }) => ({
        ...{ value, labels: { consumer } },
      })),
  );
  metrics.gauge(
    'contact_activity_behind_seconds',
    'Age of the oldest event that the activity of contacts may lack.',
    () => readingOf(current()?.backlog.activityBehindSeconds),
  );
  observeOperatorsWork(metrics, current);
  metrics.gauge(
    'queue_messages',
    'Messages in a queue of RabbitMQ, without those delivered to consumers.',
    () => current()?.depths ?? [],
  );
  metrics.gauge(
    'queue_dead_letters',
    'Dead letters of a queue of RabbitMQ.',
    () => current()?.deadLetters ?? [],
  );
}

/** What waits for an operator. */
function observeOperatorsWork(metrics: Metrics, current: () => Look | null): void {
  metrics.gauge(
    'messages_unconfirmed',
    'Messages whose outcome is unknown and that are not closed, up to 100,000.',
    () => readingOf(current()?.backlog.unconfirmed),
  );
  metrics.gauge(
    'restored_held',
    'Messages, broadcasts and automation runs held after restoring a backup, up to 100,000 each.',
    () =>
      Object.entries(current()?.backlog.restored ?? {}).map(([kind, value]) => ({ value, labels: { kind } })),
  );
}

function readingOf(value: number | null | undefined): readonly Reading[] {
  return value === null || value === undefined ? [] : [{ value }];
}
