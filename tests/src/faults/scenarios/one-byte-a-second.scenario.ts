import { routeTo } from '../../system/service-settings';
import type { Scenario, FaultHarness } from '../scenario';
import { lasting } from '../tools/pause';
import { startTricklingProxy, type TricklingProxy } from '../tools/trickling-proxy';

/** One in forty messages goes there. */
const slowSite = 'site7.recipients.test';
const trickleSeconds = 25;
/** Faster than this is never late; on a busy machine others may take twice as long as just before. */
const lateMs = 1_000;

let proxy: TricklingProxy | undefined;

export const oneByteASecond: Scenario = {
  name: 'one-byte-a-second',
  promise: 'a mail server that answers at 1 byte/s delays no other mail, and gets its mail once it recovers',
  clientErrors: 'none',
  // Mail is compared with mail just before: a load beyond what a busy machine sends would make it later and later by itself.
  loadSecondsMin: 4 * trickleSeconds,
  settingsIn: async ({ sink }) => {
    proxy = await startTricklingProxy(sink.port);
    return {
      DELIVERY_ROUTES: `${slowSite}=${routeTo(`smtp://127.0.0.1:${proxy.port}`)},*=${routeTo(sink.url)}`,
    };
  },
  strike: async (harness) => {
    await harness.load.reaches(0.3);
    const before = await slowestOf(harness, trickleSeconds);
    proxy?.trickle();
    await lasting(trickleSeconds * 1_000);
    const meanwhile = await slowestOf(harness, trickleSeconds);
    proxy?.flow();
    const isLate = meanwhile > Math.max(lateMs, 2 * before);
    return {
      problems: isLate ? ['mail to others was held up'] : [],
      detail: `p95 of others ${before} ms before, ${meanwhile} ms meanwhile`,
    };
  },
  cleanUp: async () => {
    await proxy?.close();
  },
};

/** 95th percentile of the age of mail to others, accepted in the last seconds: until it was sent, or until now. */
async function slowestOf({ system }: FaultHarness, lastSeconds: number): Promise<number> {
  const { rows } = await system.pool.query<{ ms: number | null }>(
    `SELECT percentile_cont(0.95) WITHIN GROUP (
              ORDER BY extract(epoch FROM coalesce(sent_at, now()) - created_at)) * 1000 AS ms
       FROM messages WHERE created_at > now() - $1 * interval '1 s' AND NOT to_addresses[1] LIKE $2`,
    [lastSeconds, `%@${slowSite}`],
  );
  return Math.round(rows[0]?.ms ?? 0);
}
