import { newId } from '@postrider/contracts/ids';
import { runScript, type RedisClient, type RedisScript } from '@postrider/messaging';
import assert from 'node:assert';
import type { RequestRates } from './admission-request';
import {
  cacheVersionKey,
  organizationRateKey,
  rateKey,
  rebuildDelayKey,
  type QuotaCounters,
} from './redis-keys';

export interface RequestCheck {
  readonly organizationId: string;
  readonly keyId: string;
  readonly counters: QuotaCounters;
  readonly cacheVersion: string;
  readonly rates: RequestRates;
  /** -1: none. */
  readonly monthlyLimit: number;
  readonly dailyCap: number;
  /** Of the key; -1: none. */
  readonly keyDailyLimit: number;
  readonly recipientCounts: readonly number[];
}

/** What the script says of a request. */
export type CheckResult =
  | readonly ['stale', string]
  | readonly ['missing', number]
  | readonly ['limited', number, number]
  | readonly ['passed', number, number, string];

/**
 * One call checks many requests, each on its own, and is atomic. Requests of one key that come together are one entry: they
 * name their keys once, and what they count is read and written once.
 *
 * KEYS, seven per entry, all with the hash tag of its organization:
 *   1 cache version  id of the organization's current state; another one means that cached keys are out of date
 *   2 rate           theoretical arrival time of the key's next request, in microseconds (GCRA)
 *   3 shared rate    the same of the next request of any key of the organization
 *   4 month, 5 day   live recipients reserved in the period
 *   6 rebuild delay  lives for a while after Redis was wiped, see `defaultRebuildDelayMs`
 *   7 key's day      live recipients of the key reserved on the day, if it has a limit; else the same as 5, and not used
 * ARGV, first the cache version to set where there is none (Redis was wiped) and the rebuild delay then, in milliseconds;
 * then seven per entry:
 *   1 cache version that the callers' state belongs to
 *   2 requests a second of the key, 3 of the organization; 0: no cap
 *   4 monthly limit, 5 daily cap; -1: none
 *   6 daily limit of the key; -1: none
 *   7 per request the recipients to reserve for each message, `1,1,2;1;` is three requests, the last reserves none
 * Result, one text per request, its words separated by a blank:
 *   stale <version>          the caller must load the organization again; nothing was counted
 *   missing <wait>           a quota counter is missing and may be rebuilt after so many milliseconds; nothing was counted
 *   limited <wait> <full>    over a rate: milliseconds until the next request can pass, and until all can
 *   passed <remaining> <full> <letters>
 *                            requests that can follow at once (-1: no cap), milliseconds until all can, and one letter
 *                            per message: r reserved, m monthly limit, d daily cap, k daily limit of the key
 */
const checkScript: RedisScript = {
  name: 'admission.check',
  lua: `
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local window = 1000000

local function reserve(counter, limits, counts)
  local letters = {}
  for text in string.gmatch(counts, '%d+') do
    local count = tonumber(text)
    if limits[1] >= 0 and count > 0 and counter.month + counter.reserved + count > limits[1] then
      letters[#letters + 1] = 'm'
    elseif limits[2] >= 0 and count > 0 and counter.day + counter.reserved + count > limits[2] then
      letters[#letters + 1] = 'd'
    elseif limits[3] >= 0 and count > 0 and counter.key + counter.reserved + count > limits[3] then
      letters[#letters + 1] = 'k'
    else
      counter.reserved = counter.reserved + count
      letters[#letters + 1] = 'r'
    end
  end
  return table.concat(letters)
end

local function addRate(rates, key, perSecond)
  if perSecond > 0 then
    local arrival = math.max(tonumber(redis.call('GET', key) or 0), now)
    rates[#rates + 1] = { key = key, interval = window / perSecond, arrival = arrival }
  end
end

-- Microseconds until all rates have room for one more request.
local function excess(rates)
  local most = 0
  for _, rate in ipairs(rates) do most = math.max(most, rate.arrival + rate.interval - now - window) end
  return most
end

-- Milliseconds until all rates have room for a second's worth of requests.
local function fullAfter(rates)
  local full = 0
  for _, rate in ipairs(rates) do full = math.max(full, math.ceil((rate.arrival - now) / 1000)) end
  return full
end

local function count(rates)
  local remaining = -1
  for _, rate in ipairs(rates) do
    rate.arrival = rate.arrival + rate.interval
    local left = math.floor((window - (rate.arrival - now)) / rate.interval + 0.000001)
    if remaining < 0 or left < remaining then remaining = left end
  end
  return remaining
end

local results = {}
for i = 0, #KEYS / 7 - 1 do
  local cacheVersionKey, monthKey, dayKey = KEYS[7 * i + 1], KEYS[7 * i + 4], KEYS[7 * i + 5]
  local rebuildDelayKey, keyDayKey = KEYS[7 * i + 6], KEYS[7 * i + 7]
  local known = ARGV[7 * i + 3]
  local limits = { tonumber(ARGV[7 * i + 6]), tonumber(ARGV[7 * i + 7]), tonumber(ARGV[7 * i + 8]) }
  local requests = ARGV[7 * i + 9]
  local isPlanCounted, isKeyCounted = limits[1] >= 0 or limits[2] >= 0, limits[3] >= 0
  local version = redis.call('GET', cacheVersionKey)
  if not version then
    version = ARGV[1]
    redis.call('SET', cacheVersionKey, version)
    redis.call('SET', rebuildDelayKey, 1, 'PX', ARGV[2])
  end
  local counter = nil
  if version == known and (isPlanCounted or isKeyCounted) and string.find(requests, '%d') then
    counter = { reserved = 0 }
    if isPlanCounted then
      counter.month, counter.day = tonumber(redis.call('GET', monthKey)), tonumber(redis.call('GET', dayKey))
    end
    if isKeyCounted then counter.key = tonumber(redis.call('GET', keyDayKey)) end
    counter.missing = (isPlanCounted and not (counter.month and counter.day)) or (isKeyCounted and not counter.key)
  end
  local rates = {}
  if version == known then
    addRate(rates, KEYS[7 * i + 2], tonumber(ARGV[7 * i + 4]))
    addRate(rates, KEYS[7 * i + 3], tonumber(ARGV[7 * i + 5]))
  end
  local passed = 0
  for counts in string.gmatch(requests .. ';', '([^;]*);') do
    local counted = counter and counts ~= ''
    if version ~= known then
      results[#results + 1] = 'stale ' .. version
    elseif counted and counter.missing then
      results[#results + 1] = 'missing ' .. math.max(redis.call('PTTL', rebuildDelayKey), 0)
    elseif excess(rates) > 0 then
      results[#results + 1] = string.format('limited %d %d', math.ceil(excess(rates) / 1000), fullAfter(rates))
    else
      passed = passed + 1
      local remaining = count(rates)
      results[#results + 1] = string.format('passed %d %d %s',
        remaining, fullAfter(rates), counted and reserve(counter, limits, counts) or '')
    end
  end
  if passed > 0 then
    for _, rate in ipairs(rates) do
      redis.call('SET', rate.key, string.format('%.0f', rate.arrival), 'PX', math.ceil((rate.arrival - now) / 1000) + 1)
    end
  end
  if counter and counter.reserved > 0 then
    if isPlanCounted then
      redis.call('INCRBY', monthKey, counter.reserved)
      redis.call('INCRBY', dayKey, counter.reserved)
    end
    if isKeyCounted then redis.call('INCRBY', keyDayKey, counter.reserved) end
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

async function checkOnNode(
  redis: RedisClient,
  checks: readonly RequestCheck[],
  rebuildDelayMs: number,
): Promise<CheckResult[]> {
  const entries = entriesOf(checks);
  const keys: string[] = [];
  const args: (string | number)[] = [newId(), rebuildDelayMs];
  for (const { check, requests } of entries) {
    const { organizationId, keyId, counters } = check;
    keys.push(cacheVersionKey(organizationId), rateKey(organizationId, keyId));
    keys.push(organizationRateKey(organizationId));
    keys.push(counters.monthKey, counters.dayKey, rebuildDelayKey(organizationId));
    keys.push(counters.apiKey?.dayKey ?? counters.dayKey);
    args.push(check.cacheVersion, check.rates.key, check.rates.organization);
    args.push(check.monthlyLimit, check.dailyCap, check.keyDailyLimit, requests.join(';'));
  }
  const texts = (await runScript(redis, checkScript, { keys, args })) as readonly string[];
  const results = new Array<CheckResult>(checks.length);
  let answered = 0;
  for (const { at } of entries) {
    for (const index of at) results[index] = parseResult(texts[answered++]);
  }
  return results;
}

interface Entry {
  readonly check: RequestCheck;
  /** Of each of its requests: the recipients to reserve, and its place among all that are checked. */
  readonly requests: string[];
  readonly at: number[];
}

function entriesOf(checks: readonly RequestCheck[]): Entry[] {
  const entries = new Map<string, Entry>();
  for (const [index, check] of checks.entries()) {
    // The name of the day's counter tells the plan, and so its limits; those of a key never change.
    const { keyId, rates } = check;
    const name = `${keyId} ${rates.key} ${rates.organization} ${check.cacheVersion} ${check.counters.dayKey}`;
    const recipients = check.recipientCounts.join(',');
    const entry = entries.get(name);
    if (entry === undefined) entries.set(name, { check, requests: [recipients], at: [index] });
    else {
      entry.requests.push(recipients);
      entry.at.push(index);
    }
  }
  return [...entries.values()];
}

function parseResult(text: string | undefined): CheckResult {
  assert(text !== undefined, 'the script answers for each request');
  const [state, first, second, letters] = text.split(' ');
  if (state === 'passed' && letters !== undefined) return [state, Number(first), Number(second), letters];
  if (state === 'limited') return [state, Number(first), Number(second)];
  if (state === 'missing') return [state, Number(first)];
  assert(
    state === 'stale' && first !== undefined,
    `the script answers in words that are known, not "${text}"`,
  );
  return [state, first];
}
