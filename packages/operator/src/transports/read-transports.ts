import { transportState, transportStateKey, type TransportState } from '@postrider/contracts/transports';
import type { Pool } from '@postrider/db';
import type { RedisClient } from '@postrider/messaging';
import { isBuiltInTransport, isProviderName, transportKinds, type ProviderName } from '@postrider/providers';
import { listSiteNames } from '@postrider/throttling';
import { endThrottles, sitesMax } from '../sites/end-throttles';
import {
  countDomains,
  findTransport,
  listTransports,
  recordResumption,
  type StoredTransport,
} from './transports.repository';

/** Where transports and their states are read. */
export interface TransportsOf {
  readonly pool: Pool;
  /** @throws when Redis does not answer */
  readonly redis: () => Promise<RedisClient>;
  /** Regions of a built-in transport. */
  readonly regionsOf: (name: ProviderName) => Promise<readonly string[]>;
}

/** What workers know of a transport, or of one of its regions. */
export interface UnitState extends TransportState {
  readonly unit: string;
}

export interface PlatformTransport extends Pick<
  StoredTransport,
  'name' | 'kind' | 'options' | 'has_secret' | 'fallback' | 'domains'
> {
  readonly givenBy: 'settings' | 'table';
  readonly disabledAt: Date | null;
  /** Of those that something is known of; null: Redis does not answer. */
  readonly states: readonly UnitState[] | null;
}

const regionsMax = 100;

/** Regions of a provider that workers have used in the last two days. */
export async function siteRegions(redis: RedisClient, name: ProviderName): Promise<readonly string[]> {
  const sites = await listSiteNames(redis, sitesMax).catch(() => []);
  const regions = sites
    .filter((site) => site.startsWith(`${name}@`))
    .map((site) => site.slice(name.length + 1));
  return [...new Set(regions)].slice(0, regionsMax);
}

/** Those of the settings without a row, then those of the table. */
export async function readTransports(from: TransportsOf): Promise<PlatformTransport[]> {
  const rows = await listTransports(from.pool);
  const stored = new Set(rows.map(({ name }) => name));
  const names = transportKinds.filter((name) => !stored.has(name));
  const domainsOf = await countDomains(from.pool, names);
  const unchanged = names.map((name) => ({
    ...{ name, kind: name, fallback: null, disabled_at: null, options: {}, has_secret: false },
    domains: domainsOf.get(name) ?? 0,
  }));
  const found: PlatformTransport[] = [];
  for (const { disabled_at, ...row } of [...unchanged, ...rows]) {
    const { name, options } = row;
    found.push({
      ...{ ...row, disabledAt: disabled_at },
      givenBy: isBuiltInTransport(name) ? 'settings' : 'table',
      states: await readStates(from, await unitNames(from, { name, options })),
    });
  }
  return found;
}

/** Of a transport with regions, each that something is known of; null: Redis does not answer. */
export async function readUnitStates(from: TransportsOf, name: string): Promise<UnitState[] | null> {
  return readStates(from, (await unitsOf(from, name)).units);
}

async function readStates({ redis }: TransportsOf, units: readonly string[]): Promise<UnitState[] | null> {
  try {
    const client = await redis();
    const texts = await Promise.all(units.map((unit) => client.get(transportStateKey(unit))));
    return texts.flatMap((text, index) => {
      const { data } = transportState.safeParse(text === null ? null : JSON.parse(text));
      return data ? [{ unit: units[index] ?? '', ...data }] : [];
    });
  } catch {
    return null;
  }
}

interface Units {
  /** As their states are named; of a transport with regions, each. */
  readonly units: readonly string[];
  /** Whether a site, as `sites list` names it, is a host of the transport. */
  readonly isHost: (site: string) => boolean;
}

interface GivenOptions {
  readonly regions?: readonly string[];
  readonly host?: string;
  readonly port?: number;
}

async function unitsOf(from: TransportsOf, name: string): Promise<Units> {
  const stored = await findTransport(from.pool, name);
  const units = await unitNames(from, { name, options: stored?.options });
  const given = (stored?.options ?? {}) as GivenOptions;
  const host = given.host === undefined ? null : `${given.host}:${given.port ?? 25}`;
  // The hosts of the built-in transport are known to workers alone; no MX site has a port in its name.
  const isHost = (site: string): boolean =>
    name === 'smtp' ? /:\d+$/.test(site) : site === host || units.includes(site);
  return { units, isHost };
}

async function unitNames(
  { regionsOf }: TransportsOf,
  { name, options }: { readonly name: string; readonly options: unknown },
): Promise<readonly string[]> {
  const { regions = isProviderName(name) ? await regionsOf(name) : [] } = (options ?? {}) as GivenOptions;
  return regions.length === 0 ? [name] : regions.map((region) => `${name}@${region}`);
}

/** Marks it as up before its next attempt. Its waiting mail is not due yet: `tryAtOnce`. @returns how many throttles ended */
export async function resumeTransport(from: TransportsOf, name: string, operator: string): Promise<number> {
  const redis = await from.redis();
  const { units, isHost } = await unitsOf(from, name);
  await recordResumption(from.pool, name, operator);
  await Promise.all(units.map((unit) => redis.del(transportStateKey(unit))));
  return endThrottles(redis, ({ site }) => isHost(site));
}
