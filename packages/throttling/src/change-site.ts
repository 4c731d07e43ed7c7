import type { FailureClass } from '@postrider/contracts/outcomes';
import { runScript, type RedisClient, type RedisScript } from '@postrider/messaging';
import { effectiveLimitsLua } from './effective-limits.lua';
import { indexKey, siteKey, siteKeptMs } from './site-keys';
import { readSiteState, type SiteState } from './site-state';

interface Cause {
  readonly class: FailureClass;
  /** For people; cut at 500 characters. */
  readonly reason: string;
}

interface ByRule extends Cause {
  readonly rule: string;
  /** It takes so many within that time; before, nothing changes but the count. */
  readonly replies: number;
  readonly withinMs: number;
  readonly forMs: number;
}

/** A fact about a site that all workers shall know. */
export type SiteChange =
  /** It could not be reached, or blocked us: left alone for a time that doubles with each until the next success. */
  | ({
      readonly kind: 'fail';
      readonly baseMs: number;
      readonly maxMs: number;
      /** Share of the time that is taken off, so that workers do not all return at once. */
      readonly less: number;
      /** By a reply: while it recovers from a limit, it steps back. */
      readonly blocked: boolean;
    } & Cause)
  /** It took a message. */
  | { readonly kind: 'succeed' }
  | ({
      readonly kind: 'suspend';
      /** What it begins with afterwards. */
      readonly connections: number;
      readonly perSecond: number;
    } & ByRule)
  | ({ readonly kind: 'limit'; readonly connections?: number; readonly perSecond?: number } & ByRule)
  /** By an operator: nothing is remembered. */
  | { readonly kind: 'resume' };

/**
 * Changes what all workers know of a site, and is atomic.
 *
 * KEYS 1 the site's hash, 2 index of sites. ARGV 1 name, 2 the change as JSON, 3 stepMs, 4 how long a site is kept in ms,
 * 5 and 6 its normal connections and messages a second (0: no limit).
 * Result: now in ms, 1 when it has changed anything (0: a rule that waits for more replies), state
 */
const changeScript: RedisScript = {
  name: 'throttling.change-site',
  lua: `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + clock[2] / 1000
local change, stepMs = cjson.decode(ARGV[2]), tonumber(ARGV[3])
${effectiveLimitsLua}
local state = cjson.decode(redis.call('HGET', KEYS[1], 'state') or '{}')
local changed = 1

local function isReached()
  if change.replies <= 1 then return true end
  state.hits = state.hits or {}
  local hit = state.hits[change.rule]
  if not hit or hit.since + change.withinMs < now then hit = { count = 0, since = now } end
  hit.count = hit.count + 1
  state.hits[change.rule] = hit
  if hit.count < change.replies then return false end
  state.hits[change.rule] = nil
  return true
end

local function suspend(untilMs, by)
  state.suspendedUntil, state.suspendedBy = math.floor(untilMs), by
  state.class, state.reason, state.rule = change.class, change.reason, change.rule
end

-- The stricter of two limits, for the longer of their times.
local function limit(connections, perSecond, untilMs)
  local old = state.limit
  if old and old['until'] <= now then old = nil end
  local new = { connections = connections, perSecond = perSecond, ['until'] = math.floor(untilMs),
    class = change.class, reason = change.reason, rule = change.rule }
  if old then
    new.connections = math.min(connections or old.connections or 1e9, old.connections or 1e9)
    new.perSecond = math.min(perSecond or old.perSecond or 1e9, old.perSecond or 1e9)
    new['until'] = math.max(new['until'], old['until'])
    if new.connections == 1e9 then new.connections = nil end
    if new.perSecond == 1e9 then new.perSecond = nil end
  end
  state.limit = new
end

local function stepBack()
  local old = state.limit
  if not old or now < old['until'] then return end
  local connections, perSecond = effective(old, tonumber(ARGV[5]), tonumber(ARGV[6]))
  if old.connections then old.connections = math.max(1, math.floor(connections / 2)) end
  if old.perSecond and perSecond > 0 then old.perSecond = perSecond / 2 end
  old['until'] = math.floor(now + stepMs)
end

if change.kind == 'fail' then
  if change.blocked then stepBack() end
  if (state.suspendedUntil or 0) <= now then
    state.inARow = (state.inARow or 0) + 1
    local delay = math.min(change.maxMs, change.baseMs * 2 ^ math.min(30, state.inARow - 1))
    suspend(now + delay * (1 - change.less), 'failures')
  end
elseif change.kind == 'succeed' then
  state.inARow = nil
  if state.suspendedBy == 'failures' then state.suspendedUntil = nil end
elseif change.kind == 'suspend' then
  if not isReached() then changed = 0
  else
    local untilMs = now + change.forMs
    if state.suspendedBy ~= 'rule' or (state.suspendedUntil or 0) < untilMs then suspend(untilMs, 'rule') end
    limit(change.connections, change.perSecond, state.suspendedUntil)
  end
elseif change.kind == 'limit' then
  if not isReached() then changed = 0
  else limit(change.connections, change.perSecond, now + change.forMs) end
else state = {} end

local text = cjson.encode(state)
if text == '{}' then redis.call('HDEL', KEYS[1], 'state') else redis.call('HSET', KEYS[1], 'state', text) end
if redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
  redis.call('ZADD', KEYS[2], now, ARGV[1])
end
return { string.format('%.0f', now), tostring(changed), text }`,
};

const reasonCharsMax = 500;

export interface SiteChanged {
  /** False: a rule waits for more such replies. */
  readonly applied: boolean;
  readonly state: SiteState;
}

export async function changeSite(
  redis: RedisClient,
  name: string,
  {
    change,
    normal,
    stepMs,
  }: {
    readonly change: SiteChange;
    readonly normal: { readonly connectionsMax: number; readonly perSecond: number };
    readonly stepMs: number;
  },
): Promise<SiteChanged> {
  const short = 'reason' in change ? { ...change, reason: change.reason.slice(0, reasonCharsMax) } : change;
  const { connectionsMax, perSecond } = normal;
  const [now, applied, state] = (await runScript(redis, changeScript, {
    keys: [siteKey(name), indexKey],
    args: [
      ...[name, JSON.stringify(short), stepMs, siteKeptMs],
      ...[connectionsMax, Number.isFinite(perSecond) ? perSecond : 0],
    ],
  })) as [now: string, applied: string, state: string];
  return { applied: applied === '1', state: readSiteState(state, Number(now)) };
}
