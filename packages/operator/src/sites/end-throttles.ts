import { changeSite, listSites, type SiteView } from '@postrider/throttling';
import { recoveryStepMs } from '@postrider/mail';
import type { RedisClient } from '@postrider/messaging';
import { wait } from '@postrider/runtime';

/** Every site that mail went to in two days, of a large sender. */
export const sitesMax = 10_000;

/** A worker asks every 1.5 s what others have changed at a site that it does not use (`tickMs` and `passiveTicks` of send-worker). */
const knownWithinMs = 2_000;

/**
 * Ends suspensions, limits and back-off of the chosen sites, for all workers, and returns when they know: mail that becomes due before
 * would be turned away once more, for as long as the limit said.
 * @returns of how many
 */
export async function endThrottles(
  redis: RedisClient,
  isChosen: (view: SiteView) => boolean,
): Promise<number> {
  const throttled = (await listSites(redis, sitesMax)).filter(
    (view) =>
      isChosen(view) && (view.state.suspended !== null || view.state.limit !== null || view.state.inARow > 0),
  );
  for (const { name, normal } of throttled) {
    await changeSite(redis, name, {
      change: { kind: 'resume' },
      normal: { connectionsMax: normal?.connections ?? 1, perSecond: normal?.perSecond ?? Infinity },
      stepMs: recoveryStepMs,
    });
  }
  if (throttled.length > 0) await wait(knownWithinMs);
  return throttled.length;
}
