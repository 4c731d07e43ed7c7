import type { Pool } from '@postrider/db';
import { startRecurringTask, type Clock, type Logger, type RecurringTask } from '@postrider/runtime';
import { takeTurn } from '../../take-turn';
import { deleteEndedPolicies, findEndingPolicies } from './sts-policies.repository';
import type { StsPolicies } from './sts-policies';

const intervalMs = 3_600_000;
/** Policies that end before then are fetched again, whether or not there is mail for their domains. */
const aheadMs = 2 * 86_400_000;
/** One that lives shorter is fetched once an hour, and once an interval at most. */
const pageSize = 200;

/** An attacker who hinders a renewal must do so for days, and not only when a policy ends. */
export function startStsRefresh(options: {
  readonly pool: Pool;
  readonly policies: StsPolicies;
  readonly clock: Clock;
  readonly log: Logger;
}): RecurringTask {
  const { pool, policies, clock, log } = options;
  return startRecurringTask({
    name: 'MTA-STS policies',
    intervalMs,
    log,
    run: async () => {
      if (!(await takeTurn(pool, { name: 'mta-sts-policies', intervalMs: intervalMs / 2 }))) return;
      const now = clock.now();
      const until = new Date(now.getTime() + aheadMs);
      const fetchedBefore = new Date(now.getTime() - intervalMs / 2);
      const domains = await findEndingPolicies(pool, { now, until, fetchedBefore, limit: pageSize });
      await Promise.all(domains.map((domain) => policies.refresh(domain)));
      await deleteEndedPolicies(pool, now);
    },
  });
}
