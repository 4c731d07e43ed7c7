import { newId } from '@postrider/contracts';
import { runScript, type RedisClient, type RedisScript } from '@postrider/messaging';
import assert from 'node:assert';
import { cacheVersionKey, rateKey, rebuildDelayKey, type QuotaCounters } from './redis-keys';

export interface RequestCheck {
  readonly organizationId: string;
  readonly keyId: string;
  readonly counters: QuotaCounters;
  readonly cacheVersion: string;
  readonly rateLimit: number;
  /** -1: none. */
  readonly monthlyLimit: number;
  readonly dailyCap: number;
  readonly recipientCounts: readonly number[];
}

/** As the script returns it. */
export type CheckResult =
  | readonly ['stale', string]
  | readonly ['missing', number]
  | readonly ['limited', number, number]
  | readonly ['passed', number, number, string];

/**
 * One call checks many requests, each on its own, and is atomic.
 *
 * KEYS, five per request, all with the hash tag of its organization:
 *   1 cache version  id of the organization's current state; another one means that cached keys are out of date
 *   2 rate           theoretical arrival time of the key's next request, in microseconds (GCRA)
 *   3 month, 4 day   live recipients reserved in the period
 *   5 rebuild delay  lives for a while after Redis was wiped, see `defaultRebuildDelayMs`
 * ARGV, first the cache version to set where there is none (Redis was wiped) and the rebuild delay then, in milliseconds;
 * then five per request:
 *   1 cache version that the caller's state belongs to
 *   2 requests a second; 0: no cap
 *   3 monthly limit, 4 daily cap; -1: none
 *   5 recipients to reserve per message, `1,1,2`; empty: none
 * Result, one list per request:
 *   {'stale', version}       the caller must load the organization again; nothing was counted
 *   {'missing', wait}        a quota counter is missing and may be rebuilt after so many milliseconds; nothing was counted
 *   {'limited', wait, full}  over the rate: milliseconds until the next request can pass, and until all can
 *   {'passed', remaining, full, letters}
 *                            requests that can follow at once (-1: no cap), milliseconds until all can, and one letter
 *                            per message: r reserved, m monthly limit, d daily cap
 */
const checkScript: RedisScript = {
  name: 'admission.check',
  lua: `
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local window = 1000000

local function rate(key, perSecond)
  if perSecond <= 0 then return true, -1, 0 end
  local interval = window / perSecond
  local arrival = math.max(tonumber(redis.call('GET', key) or 0), now) + interval
  if arrival - now > window then
    return false, math.ceil((arrival - now - window) / 1000), math.ceil((arrival - interval - now) / 1000)
  end
  local full = math.ceil((arrival - now) / 1000)
  redis.call('SET', key, string.format('%.0f', arrival), 'PX', full + 1)
  return true, math.floor((window - (arrival - now)) / interval + 0.000001), full
end

local function reserve(keys, limits, counts)
  local used = { tonumber(redis.call('GET', keys[1])), tonumber(redis.call('GET', keys[2])) }
  local reserved, letters = 0, {}
  for text in string.gmatch(counts, '%d+') do
    local count = tonumber(text)
    if limits[1] >= 0 and count > 0 and used[1] + reserved + count > limits[1] then
      letters[#letters + 1] = 'm'
    elseif limits[2] >= 0 and count > 0 and used[2] + reserved + count > limits[2] then
      letters[#letters + 1] = 'd'
    else
      reserved = reserved + count
      letters[#letters + 1] = 'r'
    end
  end
  if reserved > 0 then
    redis.call('INCRBY', keys[1], reserved)
    redis.call('INCRBY', keys[2], reserved)
  end
  return table.concat(letters)
end

local results = {}
for i = 0, #KEYS / 5 - 1 do
  local cacheVersionKey, rateKey, monthKey, dayKey = KEYS[5 * i + 1], KEYS[5 * i + 2], KEYS[5 * i + 3], KEYS[5 * i + 4]
  local rebuildDelayKey = KEYS[5 * i + 5]
  local known, perSecond = ARGV[5 * i + 3], tonumber(ARGV[5 * i + 4])
  local limits, counts = { tonumber(ARGV[5 * i + 5]), tonumber(ARGV[5 * i + 6]) }, ARGV[5 * i + 7]
  local version = redis.call('GET', cacheVersionKey)
  if not version then
    version = ARGV[1]
    redis.call('SET', cacheVersionKey, version)
    redis.call('SET', rebuildDelayKey, 1, 'PX', ARGV[2])
  end
  local counted = counts ~= '' and (limits[1] >= 0 or limits[2] >= 0)
  if version ~= known then
    results[#results + 1] = { 'stale', version }
  elseif counted and redis.call('EXISTS', monthKey, dayKey) < 2 then
    results[#results + 1] = { 'missing', math.max(redis.call('PTTL', rebuildDelayKey), 0) }
  else
    local passed, first, full = rate(rateKey, perSecond)
    if passed then
      results[#results + 1] = { 'passed', first, full, counted and reserve({ monthKey, dayKey }, limits, counts) or '' }
    else
      results[#results + 1] = { 'limited', first, full }
    end
  end
end
return results`,
};

/** Checks all of them in one call; in a cluster in one call per organization, whose keys lie on one node. */
export async function checkRequests(
  redis: RedisClient,
  batch: readonly RequestCheck[],
  rebuildDelayMs: number,
): Promise<readonly CheckResult[]> {
  if (!redis.isCluster) return checkOnNode(redis, batch, rebuildDelayMs);
  const byOrganization = Map.groupBy(batch, (check) => check.organizationId);
  const results = new Map<RequestCheck, CheckResult>();
  await Promise.all(
    [...byOrganization.values()].map(async (checks) => {
      const answers = await checkOnNode(redis, checks, rebuildDelayMs);
      checks.forEach((check, index) => results.set(check, resultAt(answers, index)));
    }),
  );
  return batch.map((check) => {
    const result = results.get(check);
    assert(result !== undefined, 'each request is of an organization that was asked for');
    return result;
  });
}

function resultAt(results: readonly CheckResult[], index: number): CheckResult {
  const result = results[index];
  assert(result !== undefined, 'the script answers for each request');
  return result;
}

function checkOnNode(
  redis: RedisClient,
  checks: readonly RequestCheck[],
  rebuildDelayMs: number,
): Promise<CheckResult[]> {
  const keys: string[] = [];
  const args: (string | number)[] = [newId(), rebuildDelayMs];
  for (const check of checks) {
    const { organizationId, keyId, counters } = check;
    keys.push(
      cacheVersionKey(organizationId),
      rateKey(organizationId, keyId),
      counters.monthKey,
      counters.dayKey,
    );
    keys.push(rebuildDelayKey(organizationId));
    args.push(check.cacheVersion, check.rateLimit, check.monthlyLimit, check.dailyCap);
    args.push(check.recipientCounts.join(','));
  }
  return runScript(redis, checkScript, { keys, args }) as Promise<CheckResult[]>;
}
