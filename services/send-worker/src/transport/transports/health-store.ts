import { transportState, transportStateKey, type TransportState } from '@postrider/contracts/transports';
import { runScript, type RedisClient, type RedisScript } from '@postrider/messaging';
import { createTtlCache, type Clock, type Logger, type Metrics } from '@postrider/runtime';
import { afterSign, withProbe, type HealthRules, type Sign } from './transport-health';

/** What is known of each unit: a transport, or one region of it. Nothing here rejects. */
export interface HealthStore {
  /** At most a second old. Undefined: nothing is known against it. */
  state(unit: string): Promise<TransportState | undefined>;
  /** Whether this message may be the one that tries a unit which is out. */
  takeProbe(unit: string): Promise<boolean>;
  report(unit: string, sign: Sign): Promise<void>;
}

/** A message more or less that goes to a dead transport does no harm: its site is suspended. */
const seenMs = 1_000;
const unitsMax = 1_000;
/** Of a state that nothing changes any more. */
const keptMs = 86_400_000;
/** Others change it at the same time; they mean the same. */
const triesMax = 5;

/**
 * KEYS 1: the state. ARGV 1: what it was, '' for none; 2: what it becomes; 3: for how long it is kept, in ms.
 * Answers 1, or what it is meanwhile ('' for none).
 */
const replaceState: RedisScript = {
  name: 'postriderReplaceTransportState',
  lua: `
local current = redis.call('GET', KEYS[1]) or ''
if current ~= ARGV[1] then return current end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`,
};

interface Options {
  readonly redis: RedisClient;
  readonly rules: HealthRules;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** All workers share one view through Redis; while it is away, each goes on with its own. */
export function createHealthStore(options: Options): HealthStore {
  const { rules, clock } = options;
  const seen = createTtlCache<string, { readonly text: string }>({
    entriesMax: unitsMax,
    ttlMs: seenMs,
    clock,
  });
  const stored = createStoredStates(options);
  const announce = createAnnouncer(options);

  const change = async (
    unit: string,
    next: (state: TransportState | undefined) => TransportState | undefined | null,
  ): Promise<TransportState | null> => {
    let text = await stored.read(unit);
    for (let tries = 0; tries < triesMax; tries += 1) {
      const before = parse(text);
      const after = next(before);
      if (!after || after === before) return null;
      const meanwhile = await stored.replace(unit, text, JSON.stringify(after));
      if (meanwhile === null) {
        seen.delete(unit);
        if (after.state !== (before?.state ?? 'up')) announce(unit, after);
        return after;
      }
      text = meanwhile;
    }
    return null;
  };

  return {
    state: async (unit) => {
      const { text } = await seen.fetch(unit, async () => ({ text: await stored.read(unit) }));
      return parse(text);
    },
    takeProbe: async (unit) => {
      const nowMs = clock.now().getTime();
      return (await change(unit, (state) => state && withProbe(state, nowMs, rules))) !== null;
    },
    report: async (unit, sign) => {
      const last = parse(stored.known(unit));
      // What goes well as ever costs nothing.
      if (sign.kind !== 'failure' && (last === undefined || (last.state === 'up' && last.failures === 0)))
        return;
      const nowMs = clock.now().getTime();
      await change(unit, (state) => afterSign(state, sign, { nowMs, rules }));
    },
  };
}

/** States as their text; none of it rejects. */
interface StoredStates {
  /** Empty: there is none. */
  read(unit: string): Promise<string>;
  /** What it is meanwhile; null: it was `from`, and is replaced. */
  replace(unit: string, from: string, to: string): Promise<string | null>;
  /** As it was seen last. */
  known(unit: string): string;
}

function createStoredStates({ redis }: Pick<Options, 'redis'>): StoredStates {
  /** What counts without Redis. */
  const known = new Map<string, string>();
  const note = (unit: string, text: string): string => {
    if (known.size >= unitsMax && !known.has(unit)) known.clear();
    known.set(unit, text);
    return text;
  };
  return {
    read: async (unit) => {
      try {
        return note(unit, (await redis.get(transportStateKey(unit))) ?? '');
      } catch {
        return known.get(unit) ?? '';
      }
    },
    replace: async (unit, from, to) => {
      try {
        const keys = [transportStateKey(unit)];
        const answer = await runScript(redis, replaceState, { keys, args: [from, to, keptMs] });
        if (typeof answer === 'string') return note(unit, answer);
      } catch {
        const own = known.get(unit) ?? '';
        if (own !== from) return own;
      }
      note(unit, to);
      return null;
    },
    known: (unit) => known.get(unit) ?? '',
  };
}

function createAnnouncer({ log, metrics }: Options) {
  const switches = metrics.counter(
    'send_transport_switches',
    'Transports, or regions of them, that went down or came back up.',
    { transport: [], state: [] },
  );
  return (unit: string, { state, reason, cause }: TransportState): void => {
    switches.add(1, { transport: unit, state });
    if (state === 'out') log.warn({ transport: unit, cause, reason }, 'a transport is down');
    else log.info({ transport: unit }, 'a transport is up again');
  };
}

/** A value that cannot be read is of another release or foreign: nothing is known then. */
function parse(text: string): TransportState | undefined {
  if (text === '') return undefined;
  try {
    return transportState.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
