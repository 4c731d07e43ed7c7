import {
  lockSweepCursor,
  moveSweepCursor,
  uuidV7Floor,
  uuidV7Time,
  withTransaction,
  type Database,
} from '@postrider/db';
import type { Clock } from '@postrider/runtime';
import { sumUsageDay } from './usage-days.repository';

const CURSOR = 'metrics-aggregator.usage-days';
const DAY_MS = 86_400_000;
/** A quota looks at the present month; the one before it is shown beside it. */
const DAYS_BACK_MAX = 62;
/** Transactions that were open at midnight are over by then: none may take longer than 10 s. */
const SETTLED_AFTER_MS = 5 * 60_000;

/**
 * Writes `usage_days` for every finished UTC day that has not been summed yet, one transaction a day.
 * @returns the days, `yyyy-mm-dd`
 */
export async function rollUpUsage({
  pool,
  clock,
}: {
  pool: Database['pool'];
  clock: Clock;
}): Promise<string[]> {
  const days: string[] = [];
  for (let round = 0; round <= DAYS_BACK_MAX; round += 1) {
    const day = await rollUpNextDay(pool, clock.now());
    if (day === null) break;
    days.push(day);
  }
  return days;
}

async function rollUpNextDay(pool: Database['pool'], now: Date): Promise<string | null> {
  return withTransaction(pool, async (client) => {
    const position = await lockSweepCursor(client, CURSOR);
    if (position === null) return null;
    const earliest = startOfDay(now).getTime() - DAYS_BACK_MAX * DAY_MS;
    const from = new Date(Math.max(uuidV7Time(position).getTime(), earliest));
    const to = new Date(from.getTime() + DAY_MS);
    if (now.getTime() < to.getTime() + SETTLED_AFTER_MS) return null;
    await sumUsageDay(client, { from, to });
    await moveSweepCursor(client, CURSOR, uuidV7Floor(to));
    return from.toISOString().slice(0, 10);
  });
}

function startOfDay(time: Date): Date {
  return new Date(time.getTime() - (time.getTime() % DAY_MS));
}
