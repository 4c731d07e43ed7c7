import type { Pool } from '@postrider/db';
import { startRecurringTask, type Logger } from '@postrider/runtime';
import { renewLeases } from './claims.repository';

/** Keeps the leases of what this process holds. */
export interface LeaseKeeper {
  hold(id: string): void;
  release(id: string): void;
  close(): Promise<void>;
}

/** Rows of one renewal; thousands in hand are renewed in several statements. */
const pageSize = 500;

export function startLeaseKeeper(options: {
  readonly pool: Pool;
  readonly workerId: string;
  readonly leaseMs: number;
  readonly log: Logger;
}): LeaseKeeper {
  const { pool, workerId, leaseMs, log } = options;
  const held = new Map<string, number>();

  const renew = async (): Promise<void> => {
    // Most messages finish within milliseconds; only those that have been here a while cost a write.
    const oldMs = performance.now() - leaseMs / 4;
    const ids = [...held].filter(([, sinceMs]) => sinceMs < oldMs).map(([id]) => id);
    for (let from = 0; from < ids.length; from += pageSize) {
      const page = ids.slice(from, from + pageSize);
      const kept = await renewLeases(pool, { ids: page, workerId, leaseMs });
      const lost = page.filter((id) => !kept.has(id) && held.has(id));
      if (lost.length > 0) log.warn({ messages: lost.length, example: lost[0] }, 'leases were lost');
    }
  };
  // A third: two renewals may fail before the lease ends.
  const task = startRecurringTask({ name: 'lease renewal', intervalMs: leaseMs / 3, log, run: renew });

  return {
    hold: (id) => void held.set(id, performance.now()),
    release: (id) => void held.delete(id),
    close: () => task.close(),
  };
}
