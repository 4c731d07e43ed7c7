import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Pool } from '@postrider/db';
import {
  createBatcher,
  startRecurringTask,
  type Clock,
  type HostPort,
  type Logger,
  type Metrics,
} from '@postrider/runtime';
import { capOn, dayOf, startOfDay, type WarmUpSteps } from '../../claims/plan-days';
import { byPreference, poolFor } from './choose-address';
import { startReverseNames } from './reverse-names';
import {
  systemSource,
  type Families,
  type Source,
  type SourceChoice,
  type SourceClient,
  type Sources,
} from './source';
import { markSeen, readSourceAddresses, type SourceAddress } from './source-addresses.repository';
import { createWarmUpQuota, type WarmUpQuota } from './warm-up-quota';

interface Options {
  readonly pool: Pool;
  readonly settings: {
    readonly SOURCE_WARM_UP_STEPS: WarmUpSteps;
    readonly DNS_SERVERS: readonly HostPort[];
  };
  /** How soon a change by an operator is noticed. */
  readonly sweepIntervalMs: number;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** The addresses by pool, as they are in the database, and on this machine. */
interface Table {
  readonly pools: ReadonlySet<string>;
  readonly addresses: readonly SourceAddress[];
  readonly local: LocalAddresses;
}

/** Another worker has the pool: soon enough that a password reset does not notice, and each finds it within a few tries. */
const otherWorkerMs = { min: 200, spread: 1_000 };
/** No worker has one. */
const nowhereMs = 60_000;
/** The database does not answer. */
const unknownMs = 2_000;
/** Not all of a night's backlog at the first second of the day. */
const morningSpreadMs = 600_000;

export function startSources(options: Options): Sources & { close(): Promise<void> } {
  const { pool, settings, log, metrics } = options;
  const quota = createWarmUpQuota({ pool });
  const tables = createTables(pool);
  const reading = startRecurringTask({
    name: 'source addresses',
    intervalMs: options.sweepIntervalMs,
    log,
    run: async () => {
      await tables.readAgain();
    },
  });
  const naming = startReverseNames({ pool, servers: settings.DNS_SERVERS, log, metrics });
  metrics.gauge(
    'send_source_pools_missing',
    'Pools of source addresses without an active one on any worker: their email waits.',
    () => {
      const table = tables.latest();
      return table ? missingPools(table).map((each) => ({ value: 1, labels: { pool: each } })) : [];
    },
  );

  return {
    choose: async (client, site, families) => {
      const question = { client, site, families, quota, options };
      try {
        const choice = await chooseFrom(tables.latest() ?? (await tables.readAgain()), question);
        const isLongWait = choice.kind === 'postponed' && choice.reason !== null;
        // Operators may have added an address, or changed one, since the table was read.
        return isLongWait ? await chooseFrom(await tables.readAgain(), question) : choice;
      } catch (error) {
        log.warn({ err: error }, 'no source address could be chosen');
        return postponed(options, unknownMs, null);
      }
    },
    close: async () => {
      await Promise.all([reading.close(), naming.close()]);
      await quota
        .close()
        .catch((error: unknown) => log.warn({ err: error }, 'reservations of warm-ups were lost'));
    },
  };
}

interface Tables {
  /** As last read; undefined: it was not read yet. */
  latest(): Table | undefined;
  /** By a query that begins after the call; calls at the same time share it. */
  readAgain(): Promise<Table>;
}

function createTables(pool: Pool): Tables {
  let latest: Table | undefined;
  const read = async (): Promise<Table> => {
    const addresses = await readSourceAddresses(pool);
    const local = readLocalAddresses();
    const table = { addresses, local, pools: new Set(addresses.map((each) => each.pool)) };
    latest = table;
    const here = addresses.filter((each) => each.toBeSeen && local.has(each.bindAddress));
    await markSeen(
      pool,
      here.map(({ id }) => id),
    );
    return table;
  };
  const reads = createBatcher<null, Table>({
    name: 'reads of source addresses',
    inFlightMax: 1,
    run: async (asked) => {
      const table = await read();
      return asked.map(() => table);
    },
  });
  return { latest: () => latest, readAgain: () => reads.submit(null) };
}

/** Those of the active addresses that this machine has. */
export async function findLocalSources(
  pool: Pool,
): Promise<readonly Pick<SourceAddress, 'address' | 'bindAddress' | 'helloName'>[]> {
  const local = readLocalAddresses();
  const all = await readSourceAddresses(pool);
  return all.filter(({ status, bindAddress }) => status === 'active' && local.has(bindAddress));
}

interface Question {
  readonly client: SourceClient;
  readonly site: string;
  readonly families: () => Promise<Families>;
  readonly quota: WarmUpQuota;
  readonly options: Options;
}

async function chooseFrom(table: Table, question: Question): Promise<SourceChoice> {
  const { client, site, options } = question;
  const pool = poolFor(client, table.pools);
  if (pool === null) return systemSource;
  const active = table.addresses.filter((each) => each.pool === pool && each.status === 'active');
  const here = active.filter((each) => table.local.has(each.bindAddress) && isUsable(each));
  if (here.length === 0) {
    if (active.some((each) => each.isSeen && !table.local.has(each.bindAddress))) {
      return postponed(options, otherWorkerMs.min + otherWorkerMs.spread * Math.random(), null);
    }
    const reason = active.some((each) => table.local.has(each.bindAddress))
      ? `the reverse DNS of the IPv6 addresses of the pool ${pool} is wrong`
      : `no worker has an active address of the pool ${pool}`;
    return postponed(options, nowhereMs, reason);
  }
  const reaching = await ofFamily(here, question.families);
  for (const address of byPreference(reaching, { domainId: client.domainId, site })) {
    const choice = await takeAddress(address, question);
    if (choice) return choice;
  }
  const tomorrow = startOfDay(dayOf(options.clock.now()) + 1);
  return {
    kind: 'postponed',
    until: new Date(tomorrow.getTime() + Math.random() * morningSpreadMs),
    reason: `the addresses of the pool ${pool} are in warm-up and have reached today's limit for ${site}`,
  };
}

/** Many sites refuse IPv6 from an address whose name is not in order. */
function isUsable(address: SourceAddress): boolean {
  return familyOf(address) === 4 || address.isNamed;
}

/** IPv4 first: what comes from IPv6 is judged more strictly everywhere. */
async function ofFamily(
  here: readonly SourceAddress[],
  families: () => Promise<Families>,
): Promise<readonly SourceAddress[]> {
  const ipv4 = here.filter((each) => familyOf(each) === 4);
  const ipv6 = here.filter((each) => familyOf(each) === 6);
  if (ipv4.length === 0) return ipv6;
  if (ipv6.length === 0) return ipv4;
  const found = await families();
  return found.ipv6 && !found.ipv4 ? ipv6 : ipv4;
}

/** Undefined: its warm-up has nothing left for the site today. */
async function takeAddress(
  address: SourceAddress,
  { site, quota, options: { clock, settings } }: Question,
): Promise<SourceChoice | undefined> {
  const { warmUpStartedAt } = address;
  const today = dayOf(clock.now());
  const cap = capOn({ warmUpStartedAt, dailyCap: null }, today, settings.SOURCE_WARM_UP_STEPS);
  const source = toSource(address);
  if (cap === null) return { kind: 'source', source, releaseReservation: nothing };
  const day = { sourceId: address.id, site, day: startOfDay(today).toISOString().slice(0, 10) };
  if (!(await quota.reserve(day, cap))) return undefined;
  return { kind: 'source', source, releaseReservation: () => quota.release(day) };
}

function nothing(): void {
  // A warm address counts nothing.
}

function toSource(each: SourceAddress): Source {
  const { id, address, bindAddress, helloName } = each;
  return { id, address, bindAddress, helloName, family: familyOf(each) };
}

function familyOf({ address }: SourceAddress): 4 | 6 {
  return isIP(address) === 6 ? 6 : 4;
}

function postponed({ clock }: Options, ms: number, reason: string | null): SourceChoice {
  return { kind: 'postponed', until: new Date(clock.now().getTime() + ms), reason };
}

function missingPools({ pools, addresses, local }: Table): readonly string[] {
  return [...pools].filter(
    (pool) =>
      !addresses.some(
        (each) =>
          each.pool === pool && each.status === 'active' && (each.isSeen || local.has(each.bindAddress)),
      ),
  );
}

interface LocalAddresses {
  has(address: string): boolean;
}

/** The addresses that this machine has now, and connections can be bound to. */
function readLocalAddresses(): LocalAddresses {
  const list = new BlockList();
  for (const entries of Object.values(networkInterfaces())) {
    for (const { address, family, internal } of entries ?? []) {
      list.addAddress(address, family === 'IPv6' ? 'ipv6' : 'ipv4');
      // A loopback interface takes every address of its block.
      if (internal && family === 'IPv4') list.addSubnet('127.0.0.0', 8);
    }
  }
  return {
    has: (address) => {
      const family = isIP(address);
      return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
    },
  };
}
