import {
  askServer,
  createSemaphore,
  createTtlCache,
  DnsExchangeError,
  systemClock,
  systemDnsServers,
  type Clock,
  type HostPort,
} from '@postrider/runtime';
import { readAnswer, type DnsAnswer, type DnsType } from './dns-answer';

export interface DnsResolver {
  /** From the cache, or from the servers; who asks for the same at the same time shares one question. Never rejects. */
  lookUp<Type extends DnsType>(name: string, type: Type): Promise<DnsAnswer<Type>>;
}

export interface DnsResolverOptions {
  /** Empty: the system's. */
  readonly servers: readonly HostPort[];
  /** They validate, and the path to them is trusted: their AD bit counts. */
  readonly trustsAd: boolean;
  readonly clock?: Clock;
  /** Of each of three tries. */
  readonly timeoutMs: number;
}

/** Less would ask for each message again, more would follow an old answer for too long. */
const positiveSeconds = { min: 30, max: 3_600 };
/** A domain that is being set up is not turned away for long. */
const negativeSeconds = { min: 5, max: 60 };
const answersMax = 50_000;
const tries = 3;
/** Each has a socket. */
const questionsAtOnceMax = 1_000;
const hostName = /^(?!.{254})[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_][a-z0-9_-]{0,62})*$/;

interface Cached {
  readonly answer: DnsAnswer<DnsType>;
  readonly untilMs: number;
}

export function createDnsResolver(options: DnsResolverOptions): DnsResolver {
  const { trustsAd, clock = systemClock, timeoutMs } = options;
  const servers = options.servers.length > 0 ? options.servers : systemDnsServers();
  const cache = createTtlCache<string, Cached>({
    entriesMax: answersMax,
    ttlMs: positiveSeconds.max * 1_000,
    clock,
  });
  const asking = new Map<string, Promise<DnsAnswer<DnsType>>>();
  const semaphore = createSemaphore({ permits: questionsAtOnceMax });
  let turn = 0;

  const askAny = async <Type extends DnsType>(name: string, type: Type): Promise<Cached> => {
    let code = 'ENOSERVER';
    turn += 1;
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const server = servers[(turn + attempt) % servers.length];
      if (!server) break;
      try {
        const packet = await askServer({ name, type }, { server, timeoutMs });
        const { answer, ttlSeconds } = readAnswer(packet, { name, type, trustsAd });
        const { min, max } = answer.kind === 'records' ? positiveSeconds : negativeSeconds;
        const lifeMs = Math.min(max, Math.max(min, ttlSeconds)) * 1_000;
        return { answer, untilMs: clock.now().getTime() + lifeMs };
      } catch (error) {
        if (!(error instanceof DnsExchangeError)) throw error;
        ({ code } = error);
        // The same server will not know better a moment later.
        if (code !== 'ETIMEOUT' && attempt + 1 >= servers.length) break;
      }
    }
    return { answer: { kind: 'unknown', code }, untilMs: 0 };
  };

  const ask = async (key: string, { name, type }: { name: string; type: DnsType }) => {
    try {
      const found = await semaphore.run({ priority: 0, owner: name }, () => askAny(name, type));
      if (found.answer.kind !== 'unknown') cache.set(key, found);
      return found.answer;
    } finally {
      asking.delete(key);
    }
  };

  return {
    lookUp: <Type extends DnsType>(name: string, type: Type) => {
      // What no zone can hold is not there.
      if (!hostName.test(name)) return Promise.resolve({ kind: 'none', exists: false, isAuthentic: false });
      const key = `${type} ${name}`;
      const known = cache.get(key);
      if (known && known.untilMs > clock.now().getTime()) {
        return Promise.resolve(known.answer as DnsAnswer<Type>);
      }
      const underWay = asking.get(key) ?? ask(key, { name, type });
      asking.set(key, underWay);
      return underWay as Promise<DnsAnswer<Type>>;
    },
  };
}
