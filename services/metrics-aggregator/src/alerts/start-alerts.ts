import type { Pool } from '@postrider/db';
import type { RedisClient } from '@postrider/messaging';
import { startRecurringTask, type Clock, type Logger } from '@postrider/runtime';
import { createBumpOrganizationEpoch } from '@postrider/admission';
import { evaluateRules } from './evaluate-rules';

/** A sender at full speed does 30,000 messages meanwhile; looking more often would not see more bounces. */
const INTERVAL_MS = 30_000;

/** Watches the alert rules. A pause is in force on the next request of every gateway. */
export function startAlerts(given: {
  readonly pool: Pool;
  readonly redis: RedisClient;
  readonly clock: Clock;
  readonly log: Logger;
  readonly intervalMs?: number | undefined;
}): { close(): Promise<void> } {
  const { pool, redis, clock, log, intervalMs = INTERVAL_MS } = given;
  const bumpOrganizationEpoch = createBumpOrganizationEpoch({ redis, log });
  return startRecurringTask({
    name: 'alert rules',
    intervalMs,
    log,
    run: async () => {
      const paused = await evaluateRules({ pool, clock, log });
      for (const organizationId of paused) await bumpOrganizationEpoch(organizationId);
    },
  });
}
