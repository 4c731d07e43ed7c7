import type { Pool } from '@postrider/db';
import type { RedisClient } from '@postrider/messaging';
import { endThrottles } from './end-throttles';
import { endSuspensions } from './sites.repository';

export interface ResumedSite {
  /** Suspensions by operators that were ended. */
  readonly suspensions: number;
  /** Sources whose suspension, limit or back-off by workers was ended. */
  readonly throttles: number;
}

/** Ends what operators, rules and failures have suspended or limited. Its waiting mail is not due yet: `tryAtOnce`. */
export async function resumeSite(
  pool: Pool,
  openRedis: () => Promise<RedisClient>,
  given: { readonly site: string; readonly source: string | null; readonly operator: string },
): Promise<ResumedSite> {
  const { site, source } = given;
  const suspensions = await endSuspensions(pool, given);
  const throttles = await endThrottles(
    await openRedis(),
    (view) => view.site === site && (source === null || view.source === source),
  );
  return { suspensions, throttles };
}
