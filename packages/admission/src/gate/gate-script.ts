import type { RedisScript } from '@postrider/messaging';

/**
 * The gate: one call judges many requests, each on its own, and is atomic.
 *
 * KEYS, five per request, all with the hash tag of its organization:
 *   1 epoch          id of the organization's current state; another one means that cached keys are out of date
 *   2 rate           theoretical arrival time of the key's next request, in microseconds (GCRA)
 *   3 month, 4 day   live recipients reserved in the period
 *   5 settling       lives for a while after Redis was wiped, see `defaultSettlingMs`
 * ARGV, first the epoch to set where there is none (Redis was wiped) and the time to settle then, in milliseconds; then
 * five per request:
 *   1 epoch the caller's state belongs to
 *   2 requests a second; 0: no cap
 *   3 monthly limit, 4 daily cap; -1: none
 *   5 units to reserve per message, `1,1,2`; empty: none
 * Result, one list per request:
 *   {'stale', epoch}         the caller must load the organization anew; nothing was counted
 *   {'unseeded', wait}       a quota counter is missing and may be built after so many milliseconds; nothing was counted
 *   {'limited', wait, full}  over the rate: milliseconds until the next request can pass, and until all can
 *   {'passed', remaining, full, grants}
 *                            requests that can follow at once (-1: no cap), milliseconds until all can, and one letter
 *                            per message: r reserved, m monthly limit, d daily cap
 */
export const gateScript: RedisScript = {
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

local function reserve(keys, limits, units)
  local used = { tonumber(redis.call('GET', keys[1])), tonumber(redis.call('GET', keys[2])) }
  local reserved, grants = 0, {}
  for text in string.gmatch(units, '%d+') do
    local unit = tonumber(text)
    if limits[1] >= 0 and unit > 0 and used[1] + reserved + unit > limits[1] then
      grants[#grants + 1] = 'm'
    elseif limits[2] >= 0 and unit > 0 and used[2] + reserved + unit > limits[2] then
      grants[#grants + 1] = 'd'
    else
      reserved = reserved + unit
      grants[#grants + 1] = 'r'
    end
  end
  if reserved > 0 then
    redis.call('INCRBY', keys[1], reserved)
    redis.call('INCRBY', keys[2], reserved)
  end
  return table.concat(grants)
end

local results = {}
for i = 0, #KEYS / 5 - 1 do
  local epochKey, rateKey, monthKey, dayKey = KEYS[5 * i + 1], KEYS[5 * i + 2], KEYS[5 * i + 3], KEYS[5 * i + 4]
  local settlingKey = KEYS[5 * i + 5]
  local known, perSecond = ARGV[5 * i + 3], tonumber(ARGV[5 * i + 4])
  local limits, units = { tonumber(ARGV[5 * i + 5]), tonumber(ARGV[5 * i + 6]) }, ARGV[5 * i + 7]
  local epoch = redis.call('GET', epochKey)
  if not epoch then
    epoch = ARGV[1]
    redis.call('SET', epochKey, epoch)
    redis.call('SET', settlingKey, 1, 'PX', ARGV[2])
  end
  local counted = units ~= '' and (limits[1] >= 0 or limits[2] >= 0)
  if epoch ~= known then
    results[#results + 1] = { 'stale', epoch }
  elseif counted and redis.call('EXISTS', monthKey, dayKey) < 2 then
    results[#results + 1] = { 'unseeded', math.max(redis.call('PTTL', settlingKey), 0) }
  else
    local passed, first, full = rate(rateKey, perSecond)
    if passed then
      results[#results + 1] = { 'passed', first, full, counted and reserve({ monthKey, dayKey }, limits, units) or '' }
    else
      results[#results + 1] = { 'limited', first, full }
    end
  end
end
return results`,
};
