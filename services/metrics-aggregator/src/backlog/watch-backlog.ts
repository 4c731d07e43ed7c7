import { lanes, queueCatalogue, type QueueName } from '@postrider/contracts';
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
 * replica looks at a time (an advisory lock for the length of the look); whoever has looked tells for half a minute, so
 * `max` over replicas is the newest but one at worst.
 */
export function watchBacklog(options: WatchOptions): { close(): Promise<void> } {
  const { pool, broker, log, metrics, intervalMs = watchIntervalMs } = options;
  let seen: { readonly backlog: Backlog; readonly depths: readonly Reading[]; readonly atMs: number } | null =
    null;
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
      if (backlog !== null) seen = { backlog, depths: await readDepths(broker), atMs: performance.now() };
    },
  });
}

/** Queues that cannot be asked are left out: what they hold is not known, and is not nothing. */
async function readDepths(broker: Broker): Promise<Reading[]> {
  const depths = await Promise.allSettled(queues.map((queue) => broker.queueDepth(queue)));
  return depths.flatMap((depth, index) =>
    depth.status === 'fulfilled'
      ? [{ value: depth.value.ready, labels: { queue: queues[index] ?? '' } }]
      : [],
  );
}

function observe(
  metrics: Metrics,
  current: () => { readonly backlog: Backlog; readonly depths: readonly Reading[] } | null,
): void {
  const messages = (name: string, help: string, read: (lane: Backlog['messages'][number]) => number) =>
    metrics.gauge(name, help, () =>
      (current()?.backlog.messages ?? []).map((lane) => ({ value: read(lane), labels: { lane: lane.lane } })),
    );
  messages('messages_due', 'Messages that are due and not claimed, 100,000 at most.', ({ due }) => due);
  messages(
    'messages_oldest_due_seconds',
    'For how long the oldest message that is due has been waiting for a worker.',
    ({ oldestSeconds }) => oldestSeconds,
  );
  messages(
    'messages_in_hand',
    'Messages that workers have claimed, 100,000 at most.',
    ({ inHand }) => inHand,
  );
  const deliveries = (name: string, help: string, read: (of: Backlog['deliveries']) => number) =>
    metrics.gauge(name, help, () => {
      const now = current();
      return now === null ? [] : [{ value: read(now.backlog.deliveries) }];
    });
  deliveries(
    'webhook_deliveries_due',
    'Webhook deliveries whose next attempt is due, of 100,000 that are open.',
    ({ due }) => due,
  );
  deliveries(
    'webhook_deliveries_oldest_due_seconds',
    'For how long the oldest due webhook delivery has been waiting.',
    ({ oldestSeconds }) => oldestSeconds,
  );
  metrics.gauge(
    'restored_held',
    'Messages, broadcasts and runs of automations that are held after a restored backup, 100,000 of each at most.',
    () =>
      Object.entries(current()?.backlog.restored ?? {}).map(([kind, value]) => ({ value, labels: { kind } })),
  );
  metrics.gauge(
    'queue_messages',
    'Messages that lie in a queue of RabbitMQ, without those that consumers have been handed.',
    () => current()?.depths ?? [],
  );
}
