import type { BroadcastAbTest } from '@postrider/audiences';
import type { Pool } from '@postrider/db';
import { idle, moved, type OpenBroadcast, type TurnEnd } from './open-broadcast';

interface VariantCounts {
  readonly variant: number;
  readonly sent: number;
  readonly delivered: number;
  readonly opened: number;
  readonly clicked: number;
}

/**
 * The variant with the highest rate; of equal ones the first. Counters lag by seconds, which matters less than chance. A smart host
 * that reports no deliveries has only taken mails: then the rates are of those.
 */
export function bestVariant({ variants, metric }: BroadcastAbTest, counts: readonly VariantCounts[]): number {
  const reached = counts.some(({ delivered }) => delivered > 0) ? 'delivered' : 'sent';
  const rateOf = (variant: number): number => {
    const found = counts.find((each) => each.variant === variant);
    if (!found || found[reached] === 0) return 0;
    return (metric === 'open' ? found.opened : found.clicked) / found[reached];
  };
  return variants
    .map((_, index) => index)
    .reduce((best, each) => (rateOf(each) > rateOf(best) ? each : best), 0);
}

/** Decides an A/B test whose time is over by what was counted; what a person decided meanwhile stays. */
export async function decide(pool: Pool, { id }: OpenBroadcast, abTest: BroadcastAbTest): Promise<TurnEnd> {
  const { rows } = await pool.query<VariantCounts>({
    name: 'broadcasts.read-counters',
    text: `SELECT variant, sent::float8, delivered::float8, opened::float8, clicked::float8
           FROM broadcast_counters WHERE broadcast_id = $1`,
    values: [id],
  });
  const { rowCount } = await pool.query({
    name: 'broadcasts.decide',
    text: `UPDATE broadcasts SET winner = $2, status = 'scheduled'
           WHERE id = $1 AND status = 'testing' AND winner IS NULL AND decide_at <= now() AND paused_at IS NULL`,
    values: [id, bestVariant(abTest, rows)],
  });
  return rowCount === 1 ? moved : idle;
}
