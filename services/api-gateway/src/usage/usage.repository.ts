import assert from 'node:assert';
import type { PlanName } from '@postrider/contracts/organizations';
import type { Pool } from '@postrider/db';
import type { RedisClient } from '@postrider/messaging';
import { quotaCounters, readUsage, type Usage } from '@postrider/admission';

export interface OrganizationUsage extends Usage {
  /** Stored now, whatever their status. */
  readonly contacts: number;
}

export interface UsageRepository {
  /**
   * Live recipients of the UTC month and day of `now`, and contacts.
   * Rejects when the counters cannot be read.
   */
  read(organizationId: string, plan: PlanName, now: Date): Promise<OrganizationUsage>;
}

interface Engines {
  readonly pool: Pool;
  readonly redis: RedisClient;
}

export function createUsageRepository({ pool, redis }: Engines): UsageRepository {
  return {
    read: async (organizationId, plan, now) => {
      const { monthKey, dayKey } = quotaCounters(organizationId, plan, now);
      const [counted, contacts] = await Promise.all([
        redis.mget(monthKey, dayKey).catch(() => []),
        countContacts(pool, organizationId),
      ]);
      const [month, day] = counted;
      // The counters that admission control checks. Where it keeps none (a plan without limits, a Redis that was wiped or
      // is unavailable) they are summed up from Postgres, as admission control itself would do.
      const used =
        typeof month === 'string' && typeof day === 'string'
          ? { month: Number(month), day: Number(day) }
          : await readUsage(pool, organizationId, now);
      return { ...used, contacts };
    },
  };
}

async function countContacts(pool: Pool, organizationId: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>({
    name: 'usage.count-contacts',
    text: 'SELECT coalesce(sum(contacts), 0)::bigint AS count FROM contact_counts WHERE organization_id = $1',
    values: [organizationId],
  });
  const [row] = rows;
  assert(row !== undefined, 'a sum is one row');
  return row.count;
}
