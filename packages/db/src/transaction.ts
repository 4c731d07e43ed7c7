import { isTransactionConflict } from '@postrider/runtime';
import type { Pool, PoolClient } from 'pg';

export interface TransactionOptions {
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable';
  /** How often to run `fn` again after a deadlock or serialization failure; 0 by default. */
  readonly retrySerialization?: number;
}

/**
 * Runs `fn` in a transaction on one connection of the pool; commits when it resolves, else rolls back and throws.
 *
 * `fn` talks to the database and nothing else: no network, no broker, no waiting for others. It would hold
 * row locks and a connection for as long as that takes, and it may run again (`retrySerialization`).
 * When the connection is lost during COMMIT the outcome is unknown; see `isEngineUnavailable`.
 */
export async function withTransaction<T>(
  pool: Pool,
  fn: (client: PoolClient) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const { retrySerialization = 0, isolation = 'read committed' } = options;
  for (let retriesLeft = retrySerialization; ; retriesLeft -= 1) {
    try {
      return await runOnce(pool, fn, isolation);
    } catch (error) {
      if (retriesLeft <= 0 || !isTransactionConflict(error)) throw error;
    }
  }
}

async function runOnce<T>(
  pool: Pool,
  fn: (client: PoolClient) => Promise<T>,
  isolation: NonNullable<TransactionOptions['isolation']>,
): Promise<T> {
  const client = await pool.connect();
  // While a connection is checked out, the pool does not listen: its loss between two statements of `fn` would
  // be an uncaught 'error' event. The next statement reports it.
  const ignoreLoss = (): void => undefined;
  client.on('error', ignoreLoss);
  let broken = false;
  try {
    await client.query(`BEGIN ISOLATION LEVEL ${isolation}`);
    const result = await fn(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.off('error', ignoreLoss);
    client.release(broken);
  }
}
