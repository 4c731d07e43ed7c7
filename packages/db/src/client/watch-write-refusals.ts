import type { Pool, PoolClient } from 'pg';

/** disk_full */
const diskFull = '53100';
/** Work that meets a full disk is tried again within this time. */
const keptMs = 60_000;

interface ServerError {
  readonly code?: string;
  readonly message?: string;
}

/** Not in pg's types. Without it nothing is noticed. */
interface Connection {
  on?(event: 'errorMessage', listener: (error: ServerError) => void): unknown;
}

/** Notices a full disk in all answers of PostgreSQL: its errors are handled in many places. */
export function watchWriteRefusals(pool: Pool): { last(): string | null } {
  let last: { readonly reason: string; readonly atMs: number } | undefined;
  pool.on('connect', (client: PoolClient) => {
    const { connection } = client as unknown as { readonly connection?: Connection };
    connection?.on?.('errorMessage', ({ code, message = '' }) => {
      if (code === diskFull) last = { reason: `${diskFull}: ${message}`, atMs: performance.now() };
    });
  });
  return {
    last: () => (last !== undefined && performance.now() - last.atMs < keptMs ? last.reason : null),
  };
}
