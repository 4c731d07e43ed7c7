import type { Metrics } from '@postrider/runtime';
import type { Pool } from 'pg';

/** Who finds a free connection pays one comparison for being measured. */
export function observePool(pool: Pool, metrics: Metrics): void {
  metrics.gauge('database_pool_connections', 'Open connections to PostgreSQL, by state.', () => [
    { value: pool.idleCount, labels: { state: 'idle' } },
    { value: pool.totalCount - pool.idleCount, labels: { state: 'busy' } },
  ]);
  metrics.gauge(
    'database_pool_connections_max',
    'Connections that the pool may open.',
    () => pool.options.max,
  );
  metrics.gauge(
    'database_pool_waiting',
    'Statements and transactions waiting for a connection.',
    // Those that asked in this turn of the event loop, as readiness checks do beside a scrape, have not taken theirs yet.
    () => Math.max(0, pool.waitingCount - pool.idleCount),
  );
  const waits = metrics.histogram(
    'database_pool_wait_seconds',
    'Time spent waiting for a connection, of those that found none free.',
  );
  const connect = pool.connect.bind(pool) as unknown as (done?: Connected) => Promise<unknown> | void;
  const measured = (done?: Connected): Promise<unknown> | void => {
    // Those that asked in the same turn take theirs first.
    if (pool.idleCount > pool.waitingCount) return connect(done);
    const startedMs = performance.now();
    const waited = (): void => waits.record((performance.now() - startedMs) / 1_000);
    if (done === undefined) return connect()?.finally(waited);
    return connect((...answer) => {
      waited();
      done(...answer);
    });
  };
  // By which statements outside of transactions come to their connection, too.
  pool.connect = measured as unknown as Pool['connect'];
}

type Connected = (...answer: readonly unknown[]) => void;
