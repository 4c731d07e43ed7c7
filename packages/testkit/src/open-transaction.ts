import assert from 'node:assert';
import type pg from 'pg';
import { eventually } from './eventually';

/** A transaction that stays open: statements that need its locks wait. */
export interface OpenTransaction {
  /** The statements that wait for this transaction. */
  waiting(): Promise<WaitingStatement[]>;
  /** The first statement that waits for it, as soon as there is one. */
  isWaitedFor(): Promise<WaitingStatement>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

export interface WaitingStatement {
  /** The server's process of its session. */
  readonly pid: number;
  readonly query: string;
}

/** Begins a transaction on a connection of `pool` and runs a statement in it. */
export async function openTransaction(
  pool: pg.Pool,
  sql: string,
  values: unknown[] = [],
): Promise<OpenTransaction> {
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query(sql, values);
  const { rows: own } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const waiting = async (): Promise<WaitingStatement[]> => {
    // On another connection: within a transaction, the list of sessions stays as it was when it was first read.
    const { rows } = await pool.query<WaitingStatement>(
      'SELECT pid, query FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))',
      [own[0]?.pid],
    );
    return rows;
  };
  const end = async (statement: 'COMMIT' | 'ROLLBACK'): Promise<void> => {
    await client.query(statement);
    client.release();
  };
  return {
    waiting,
    isWaitedFor: async () => {
      const first = await eventually(async () => (await waiting())[0], { what: 'a statement that waits' });
      assert(first);
      return first;
    },
    commit: () => end('COMMIT'),
    rollback: () => end('ROLLBACK'),
  };
}
