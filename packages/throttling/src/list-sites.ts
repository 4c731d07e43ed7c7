import type { RedisClient } from '@postrider/messaging';
import { indexKey, siteKey, siteKeptMs } from './site-keys';
import { readSiteState, type SiteState } from './site-state';

/** What operators see of a site and a source. */
export interface SiteView {
  /** `google from 192.0.2.1` */
  readonly name: string;
  readonly site: string;
  /** Address that mail leaves from; null: the system's choice. */
  readonly source: string | null;
  /** Workers that hold connections to it or want some. */
  readonly workers: number;
  readonly connections: number;
  /** Connections that they have use for and do not hold. */
  readonly missing: number;
  /** At present and normally; null: workers have not asked since it was last wiped. Infinity messages a second: no limit. */
  readonly allowed: { readonly connections: number; readonly perSecond: number } | null;
  readonly normal: { readonly connections: number; readonly perSecond: number } | null;
  readonly state: SiteState;
  readonly usedAt: Date;
}

/** Hashes that are asked for at a time: no other client of Redis waits for thousands of them. */
const pageMax = 500;

/** Sites that mail went to in the last two days, the last used first; Redis knows no others. */
export async function listSites(redis: RedisClient, limit: number): Promise<SiteView[]> {
  const [seconds, micros] = await redis.time();
  const nowMs = Number(seconds) * 1_000 + Number(micros) / 1_000;
  const found = await redis.zrevrangebyscore(
    ...([indexKey, '+inf', nowMs - siteKeptMs, 'WITHSCORES', 'LIMIT', 0, limit] as const),
  );
  const names = found.filter((_, index) => index % 2 === 0);
  const scores = found.filter((_, index) => index % 2 === 1);
  const hashes: Record<string, string>[] = [];
  for (let start = 0; start < names.length; start += pageMax) {
    const page = names.slice(start, start + pageMax);
    hashes.push(...(await Promise.all(page.map((name) => redis.hgetall(siteKey(name))))));
  }
  return names.map((name, index) =>
    viewOf(name, hashes[index] ?? {}, { nowMs, usedAtMs: Number(scores[index]) }),
  );
}

/** Their names without sources, each once. */
export async function listSiteNames(redis: RedisClient, limit: number): Promise<readonly string[]> {
  const names = await redis.zrevrange(indexKey, 0, limit - 1);
  return [...new Set(names.map((name) => readSiteName(name).site))];
}

/** How a site is named with its source; `siteAndSource` of send-worker writes it. */
export function readSiteName(name: string): { readonly site: string; readonly source: string | null } {
  const [site = name, source = null] = name.split(' from ', 2);
  return { site, source };
}

/** What a site's hash says. */
export function viewOf(
  name: string,
  hash: Readonly<Record<string, string>>,
  { nowMs, usedAtMs }: { nowMs: number; usedAtMs: number },
): SiteView {
  const leases = Object.entries(hash)
    .filter(([field]) => field.startsWith('lease:'))
    .map(([, value]) => value.split(' ').map(Number))
    .filter(([, , ends = 0]) => ends >= nowMs);
  const [connections, perSecond, normalConnections, normalPerSecond] = (hash['allowed'] ?? '').split(' ');
  const sum = (count: (lease: readonly number[]) => number): number =>
    leases.reduce((total, lease) => total + count(lease), 0);
  return {
    name,
    ...readSiteName(name),
    workers: leases.length,
    connections: sum(([slots = 0]) => slots),
    missing: sum(([slots = 0, demand = 0]) => Math.max(0, demand - slots)),
    allowed: limitsOf(connections, perSecond),
    normal: limitsOf(normalConnections, normalPerSecond),
    state: readSiteState(hash['state'] ?? '', nowMs),
    usedAt: new Date(usedAtMs),
  };
}

function limitsOf(connections: string | undefined, perSecond: string | undefined): SiteView['allowed'] {
  if (!connections || perSecond === undefined) return null;
  return { connections: Number(connections), perSecond: Number(perSecond) || Infinity };
}
