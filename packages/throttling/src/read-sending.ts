import { runScript, type RedisClient, type RedisScript } from '@postrider/messaging';
import { viewOf, type SiteView } from './list-sites';
import { siteKey, waitsKey, workersKey } from './site-keys';
import { readWaitingEmail, type WaitingEmail } from './waiting-emails';

/** An email, the worker that has claimed it, and the site that its last delivery round was about. */
export interface EmailInHand {
  readonly id: string;
  readonly owner: string | null;
  readonly site: string | null;
}

/** What Redis knows about sending, for some emails. */
export interface SendingView {
  /** Workers that have reported in the last ten seconds. */
  readonly workers: number;
  /** In the order of the request. */
  readonly emails: readonly {
    /** True where no worker has claimed it. */
    readonly isOwnerAlive: boolean;
    readonly phase: Pick<WaitingEmail, 'kind' | 'site' | 'forMs'> | null;
    readonly site: SiteView | null;
  }[];
}

/**
 * KEYS 1 workers, 2 … sites, then the waits of an owner for each email that has one. ARGV 1 number of sites, then the emails' ids.
 * Result: now in ms, workers; then the hash of each site, then what each email waits for ('' for nothing)
 */
const readScript: RedisScript = {
  name: 'throttling.read-sending',
  lua: `
local clock = redis.call('TIME')
local sites = tonumber(ARGV[1])
local answer = { string.format('%.0f', clock[1] * 1000 + clock[2] / 1000), redis.call('HGETALL', KEYS[1]) }
for i = 1, sites do answer[#answer + 1] = redis.call('HGETALL', KEYS[1 + i]) end
for i = 2 + sites, #KEYS do answer[#answer + 1] = redis.call('HGET', KEYS[i], ARGV[i - sites]) or '' end
return answer`,
};

/** One call, whose keys lie on one node of a cluster. */
export async function readSending(redis: RedisClient, emails: readonly EmailInHand[]): Promise<SendingView> {
  const sites = [...new Set(emails.flatMap(({ site }) => site ?? []))];
  const claimed = emails.flatMap(({ id, owner }) => (owner === null ? [] : [{ id, owner }]));
  const [now, workers, ...rest] = (await runScript(redis, readScript, {
    keys: [workersKey, ...sites.map(siteKey), ...claimed.map(({ owner }) => waitsKey(owner))],
    args: [sites.length, ...claimed.map(({ id }) => id)],
  })) as [now: string, workers: string[], ...rest: (string[] | string)[]];
  const nowMs = Number(now);
  const alive = new Set(
    Object.entries(hashOf(workers)).flatMap(([worker, ends]) => (Number(ends) >= nowMs ? [worker] : [])),
  );
  const siteViews = new Map(
    sites.map((name, index) => [
      name,
      viewOf(name, hashOf(rest[index] as string[]), { nowMs, usedAtMs: nowMs }),
    ]),
  );
  const waits = new Map(
    claimed.map(({ id }, index) => [id, readWaitingEmail(String(rest[sites.length + index]), nowMs)]),
  );
  return {
    workers: alive.size,
    emails: emails.map(({ id, owner, site }) => ({
      isOwnerAlive: owner === null || alive.has(owner),
      phase: waits.get(id) ?? null,
      site: site === null ? null : (siteViews.get(site) ?? null),
    })),
  };
}

/** A hash as a script answers it: fields and values by turns. */
function hashOf(list: readonly string[]): Readonly<Record<string, string>> {
  const hash: Record<string, string> = {};
  for (let at = 0; at + 1 < list.length; at += 2) hash[list[at] ?? ''] = list[at + 1] ?? '';
  return hash;
}
