import { findLockedSecrets, withTransaction, type LockedSecret, type Pool } from '@postrider/db';
import {
  startRecurringTask,
  type Logger,
  type Metrics,
  type Reading,
  type SecretBox,
} from '@postrider/runtime';

const watchIntervalMs = 60_000;
/** A worker that has not been the one that looks for so long tells nothing instead of what was. */
const readingsKeptMs = 180_000;
/** Beyond it, the cause is another master key, which a few names show as well. */
const namedMax = 20;

/**
 * Opens every stored secret, one worker at a time: the alert about one that does not open depends on what is stored, and neither on mail
 * that needs it nor on how long this process has been running.
 */
export function watchStoredSecrets(options: {
  readonly pool: Pool;
  readonly secretBox: SecretBox;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly intervalMs?: number;
}): { close(): Promise<void> } {
  const { pool, secretBox, log, metrics, intervalMs = watchIntervalMs } = options;
  let seen: { readonly locked: readonly LockedSecret[]; readonly atMs: number } | null = null;
  metrics.gauge('locked_secrets', 'Stored secrets that cannot be opened, by kind and owner.', () =>
    seen !== null && performance.now() - seen.atMs < readingsKeptMs ? countByOwner(seen.locked) : [],
  );
  return startRecurringTask({
    name: 'stored secrets',
    intervalMs,
    log,
    run: async () => {
      const locked = await withTransaction(pool, async (client) => {
        const { rows } = await client.query<{ mine: boolean }>({
          name: 'stored-secrets.lock',
          text: `SELECT pg_try_advisory_xact_lock(hashtextextended('send-worker stored secrets', 0)) AS mine`,
        });
        return rows[0]?.mine === true
          ? findLockedSecrets(client, secretBox, { max: namedMax, usedOnly: true })
          : null;
      });
      if (locked !== null) seen = { locked, atMs: performance.now() };
    },
  });
}

function countByOwner(locked: readonly LockedSecret[]): Reading[] {
  const counts = new Map<string, { labels: { kind: string; owner: string }; value: number }>();
  for (const { column, owner } of locked) {
    const key = `${column.kind} ${owner}`;
    const known = counts.get(key) ?? { labels: { kind: column.kind, owner }, value: 0 };
    known.value += 1;
    counts.set(key, known);
  }
  return [...counts.values()];
}
