import { runScript, type RedisClient, type RedisScript } from '@postrider/messaging';
import assert from 'node:assert';
import { effectiveLimitsLua } from './effective-limits.lua';
import { begunKey, indexKey, siteKey, siteKeptMs, waitsKey, workersKey } from './site-keys';
import { readSiteState, type SiteState } from './site-state';
import type { WaitingEmail } from './waiting-emails';

/** What a worker reports of a site, and asks for. */
export interface SiteRequest {
  readonly name: string;
  /** Normal limits; Infinity messages a second: none. */
  readonly connectionsMax: number;
  readonly perSecond: number;
  /** Connections that it will not exceed before it has the answer. */
  readonly held: number;
  /** Connections that it has use for. */
  readonly demand: number;
  /** Send times that it has use for. */
  readonly messages: number;
}

export interface SiteGrant {
  /** Connections that it may have open until the lease ends. */
  readonly connections: number;
  /** Send times: the first, from now, and how far they are apart. With none, when to ask again. */
  readonly times: { readonly count: number; readonly firstMs: number; readonly apartMs: number };
  /** What is allowed to all workers together at present. */
  readonly allowed: { readonly connections: number; readonly perSecond: number };
  readonly state: SiteState;
}

export interface SiteLeases {
  /** In the order of the requests. */
  readonly grants: readonly SiteGrant[];
  /** Workers that have leased in the last `leaseMs`, and how many of them stand before this one: its share, should Redis go away. */
  readonly workers: number;
  readonly rank: number;
}

export interface LeaseTimes {
  /** How long a lease lasts without being renewed; 0: the worker leaves, and what it holds is free. */
  readonly leaseMs: number;
  /** After a wipe or an outage, no worker gets more than it holds for this long: the others have to report first. */
  readonly settleMs: number;
  /** Doublings of a limit that has ended. */
  readonly stepMs: number;
  /** Send times are leased for this long ahead. */
  readonly sliceMs: number;
}

/**
 * Leases connections and send times of sites to one worker, in one call, and is atomic.
 *
 * Connections are shared by demand: no worker gets more than it can use, and a shortage is shared equally. What a worker holds
 * counts until it reports that it holds less, or its lease ends, so the sum never exceeds the limit by what is granted. With fewer
 * connections than workers that want one, they take turns of ten seconds. Send times follow each other at equal distance: a
 * worker gets some of the next, so that all together never send faster; unused ones pass.
 *
 * KEYS
 *   1 workers  hash: worker → end of its lease in ms
 *   2 begun    when this Redis was first asked, or again after all workers were away
 *   3 index    sorted set: names of sites by last use
 *   4 waits    hash: what emails in hand of this worker wait for, by email
 *   5… sites   hash: `lease:<worker>` "connections demand end", `next` first free send time, `state` as SiteState stores it,
 *              `allowed` "connections perSecond" for people
 * ARGV
 *   1 worker, 2 leaseMs (0: it leaves), 3 settleMs, 4 stepMs, 5 sliceMs, 6 how long a site is kept in ms, 7 sites; then six per site:
 *   name, connectionsMax, messages a second (0: no limit), connections held, connections wanted, send times wanted; then, unless
 *   waits are to stay as they are, \`waits\` and three for each email: its id, ms that it has waited, for what
 * Result: now in ms, workers, rank; then per site
 *   connections granted, send times granted, ms to the first, ms between them, connections and messages a second allowed, state
 */
const leaseScript: RedisScript = {
  name: 'throttling.lease-sites',
  lua: `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + clock[2] / 1000
local worker, leaseMs, settleMs = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local stepMs, sliceMs, keptMs = tonumber(ARGV[4]), tonumber(ARGV[5]), ARGV[6]
${effectiveLimitsLua}
-- No worker is known, or all were away: others may hold what they have not reported yet.
local known = redis.call('HGETALL', KEYS[1])
local alive, workers, rank = false, 1, 0
for i = 1, #known, 2 do
  if tonumber(known[i + 1]) < now then redis.call('HDEL', KEYS[1], known[i])
  else
    alive = true
    if known[i] ~= worker then workers = workers + 1 end
    if known[i] < worker then rank = rank + 1 end
  end
end
local begun = tonumber(redis.call('GET', KEYS[2]) or '')
if not begun or (#known > 0 and not alive) then
  begun = now
  redis.call('SET', KEYS[2], string.format('%.0f', now))
end
local settling = math.min(settleMs, math.max(0, begun + settleMs - now))
if leaseMs > 0 then redis.call('HSET', KEYS[1], worker, string.format('%.0f', now + leaseMs))
else redis.call('HDEL', KEYS[1], worker) end

-- Each gets what it wants, or an equal part of what is left; who wants least comes first, equal ones take turns.
local function share(limit, wanting)
  table.sort(wanting, function(a, b) return a.worker < b.worker end)
  local turn = limit < #wanting and math.floor(now / 10000) or 0
  for i, each in ipairs(wanting) do each.turn = (i + turn) % #wanting end
  table.sort(wanting, function(a, b)
    if a.demand ~= b.demand then return a.demand < b.demand end
    return a.turn < b.turn
  end)
  local left = limit
  for i, each in ipairs(wanting) do
    each.share = math.min(each.demand, math.floor(left / (#wanting - i + 1)))
    left = left - each.share
  end
end

local function leaseConnections(key, fields, limit, held, demand)
  local me = { worker = worker, demand = demand, share = 0 }
  local wanting, others = {}, {}
  if demand > 0 then wanting[1] = me end
  for name, value in pairs(fields) do
    local id = string.match(name, '^lease:(.+)$')
    if id and id ~= worker then
      local slots, wants, ends = string.match(value, '^(%d+) (%d+) (%d+)$')
      if not ends or tonumber(ends) < now then redis.call('HDEL', key, name)
      else
        local other = { worker = id, slots = tonumber(slots), demand = tonumber(wants), share = 0 }
        others[#others + 1] = other
        if other.demand > 0 then wanting[#wanting + 1] = other end
      end
    end
  end
  share(limit, wanting)
  local taken, claimed = 0, 0
  for _, other in ipairs(others) do
    taken = taken + other.slots
    claimed = claimed + math.max(other.slots, other.share)
  end
  local granted = math.min(me.share, limit - taken)
  -- What is open and idle may stay while no other worker has use for it.
  granted = math.max(0, granted, math.min(held, limit - claimed))
  if settling > 0 then granted = math.min(held, limit) end
  local slots = math.max(granted, held)
  if slots > 0 or demand > 0 then
    redis.call('HSET', key, 'lease:' .. worker, string.format('%d %d %.0f', slots, demand, now + leaseMs))
  elseif fields['lease:' .. worker] then redis.call('HDEL', key, 'lease:' .. worker) end
  return granted
end

local function leaseTimes(key, fields, rate, granted, wanted)
  if rate == 0 or wanted == 0 then return 0, 0, 0 end
  if granted == 0 or settling > 0 then return 0, math.max(settling, 100), 0 end
  local apart = 1000 / rate
  local start = tonumber(fields.next or '') or 0
  local latest = now + sliceMs + math.max(sliceMs, apart)
  if start > latest then
    -- It was given at a lower rate, which has been lifted since. Kept: otherwise it would move on with each question.
    start = latest
    redis.call('HSET', key, 'next', string.format('%.3f', start))
  end
  start = math.max(now, start)
  if start - now > sliceMs then return 0, start - now, 0 end
  local count = math.min(wanted, math.max(1, math.floor(rate * sliceMs / 1000)))
  redis.call('HSET', key, 'next', string.format('%.3f', start + count * apart))
  return count, start - now, apart
end

local answer = { string.format('%.0f', now), tostring(workers), tostring(rank) }
for i = 5, #KEYS do
  local key, at = KEYS[i], 7 + (i - 5) * 6
  local name, connections, perSecond = ARGV[at + 1], tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
  local held, demand, wanted = tonumber(ARGV[at + 4]), tonumber(ARGV[at + 5]), tonumber(ARGV[at + 6])
  local fields, list = {}, redis.call('HGETALL', key)
  for j = 1, #list, 2 do fields[list[j]] = list[j + 1] end
  local state = fields.state and cjson.decode(fields.state)
  local limit, rate = effective(state and state.limit, connections, perSecond)
  if state and state.limit and now > state.limit['until'] and limit == connections and rate == perSecond then
    state.limit = nil
    fields.state = cjson.encode(state)
    redis.call('HSET', key, 'state', fields.state)
  end
  local granted = leaseConnections(key, fields, limit, held, demand)
  local count, first, apart = leaseTimes(key, fields, rate, granted, wanted)
  if leaseMs > 0 then
    redis.call('HSET', key, 'allowed', string.format('%d %.6f %d %.6f', limit, rate, connections, perSecond))
    redis.call('PEXPIRE', key, keptMs)
    redis.call('ZADD', KEYS[3], now, name)
  end
  answer[#answer + 1] = { tostring(granted), tostring(count), string.format('%.3f', first), string.format('%.3f', apart),
    tostring(limit), string.format('%.6f', rate), fields.state or '' }
end
local waits = 8 + tonumber(ARGV[7]) * 6
if leaseMs == 0 or ARGV[waits] == 'waits' then redis.call('DEL', KEYS[4]) end
if leaseMs > 0 and ARGV[waits + 1] then
  local fields = {}
  for i = waits + 1, #ARGV, 3 do
    fields[#fields + 1] = ARGV[i]
    fields[#fields + 1] = string.gsub(ARGV[i + 2], ' ', string.format(' %.0f ', now - tonumber(ARGV[i + 1])), 1)
  end
  redis.call('HSET', KEYS[4], unpack(fields))
  redis.call('PEXPIRE', KEYS[4], leaseMs)
end
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now - tonumber(keptMs))
return answer`,
};

type Answer = readonly [now: string, workers: string, rank: string, ...sites: (readonly string[])[]];

export async function leaseSites(
  redis: RedisClient,
  requests: readonly SiteRequest[],
  {
    workerId,
    times,
    waits = null,
  }: {
    readonly workerId: string;
    readonly times: LeaseTimes;
    /** What emails in hand wait for, at most 500; null: as it was reported last. */
    readonly waits?: readonly WaitingEmail[] | null;
  },
): Promise<SiteLeases> {
  const { leaseMs, settleMs, stepMs, sliceMs } = times;
  const [now, workers, rank, ...sites] = (await runScript(redis, leaseScript, {
    keys: [workersKey, begunKey, indexKey, waitsKey(workerId), ...requests.map(({ name }) => siteKey(name))],
    args: [
      ...[workerId, leaseMs, settleMs, stepMs, sliceMs, siteKeptMs, requests.length],
      ...requests.flatMap(({ name, connectionsMax, perSecond, held, demand, messages }) => [
        ...[name, connectionsMax, Number.isFinite(perSecond) ? perSecond : 0, held, demand, messages],
      ]),
      ...(waits === null ? [] : ['waits']),
      ...(waits ?? []).flatMap(({ emailId, kind, site, forMs }) => [
        ...[emailId, Math.round(forMs), site === null ? `${kind} ` : `${kind} ${site}`],
      ]),
    ],
  })) as Answer;
  assert(sites.length === requests.length, 'the script answers for each site');
  return {
    workers: Number(workers),
    rank: Number(rank),
    grants: sites.map((site) => grantOf(site, Number(now))),
  };
}

function grantOf(site: readonly string[], nowMs: number): SiteGrant {
  const state = site[6];
  assert(state !== undefined, 'the script answers with six numbers and the state');
  const [connections = 0, count = 0, firstMs = 0, apartMs = 0, connectionsMax = 0, perSecond = 0] =
    site.map(Number);
  return {
    connections,
    times: { count, firstMs, apartMs },
    allowed: { connections: connectionsMax, perSecond: perSecond === 0 ? Infinity : perSecond },
    state: readSiteState(state, nowMs),
  };
}
