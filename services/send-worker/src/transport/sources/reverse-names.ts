import { Resolver } from 'node:dns/promises';
import { isIP, SocketAddress } from 'node:net';
import type { Pool } from '@postrider/db';
import {
  errorCode,
  formatHostPort,
  startRecurringTask,
  type HostPort,
  type Logger,
  type Metrics,
} from '@postrider/runtime';
import { takeTurn } from '../../take-turn';
import { deleteOldDays, findUncheckedNames, recordReverseName } from './source-addresses.repository';

/** What is wrong; null: nothing. `unknown`: DNS does not answer, so that what was known stays. */
export type ReverseName = { readonly error: string | null } | 'unknown';

const checkEveryMs = 3_600_000;
/** A new address is looked at soon. */
const intervalMs = 60_000;
const dayMs = 86_400_000;
const notThere = new Set(['ENODATA', 'ENOTFOUND', 'ENONAME']);

/** Checks each hour, in one worker at a time, that the names of the source addresses are in order. */
export function startReverseNames(options: {
  readonly pool: Pool;
  /** Empty: the system's. */
  readonly servers: readonly HostPort[];
  readonly log: Logger;
  readonly metrics: Metrics;
}): { close(): Promise<void> } {
  const { pool, servers, log, metrics } = options;
  const resolver = new Resolver({ timeout: 3_000, tries: 3 });
  if (servers.length > 0) resolver.setServers(servers.map(formatHostPort));
  const wrong = metrics.counter(
    'send_source_names_wrong',
    'Checks of a source address whose reverse DNS was wrong.',
  );

  return startRecurringTask({
    name: 'reverse names',
    intervalMs,
    log,
    run: async (signal) => {
      if (!(await takeTurn(pool, { name: 'reverse-names', intervalMs: intervalMs / 2 }))) return;
      for (const name of await findUncheckedNames(pool, checkEveryMs)) {
        if (signal.aborted) return;
        const found = await checkReverseName(resolver, name);
        if (found === 'unknown') continue;
        if (found.error !== null) {
          wrong.add();
          log.warn(
            { source: name.address, error: found.error },
            'the reverse DNS of a source address is wrong',
          );
        }
        await recordReverseName(pool, name, found.error);
      }
      if (await takeTurn(pool, { name: 'old-source-days', intervalMs: dayMs })) await deleteOldDays(pool);
    },
  });
}

/** Forward-confirmed reverse DNS: the address has the name, and the name leads back to the address. */
export async function checkReverseName(
  resolver: Resolver,
  { address, helloName }: { readonly address: string; readonly helloName: string },
): Promise<ReverseName> {
  const names = await answerOf(() => resolver.resolvePtr(reverseZoneName(address)));
  if (names === 'unknown') return names;
  const wanted = canonical(helloName);
  if (names.length === 0) return { error: 'it has no name in reverse DNS (PTR)' };
  if (!names.some((name) => canonical(name) === wanted)) {
    return { error: `its name in reverse DNS is ${listed(names)}, not ${wanted}` };
  }
  const addresses = await answerOf(() =>
    isIP(address) === 6 ? resolver.resolve6(helloName) : resolver.resolve4(helloName),
  );
  if (addresses === 'unknown') return addresses;
  if (addresses.some((each) => plainAddress(each) === plainAddress(address))) return { error: null };
  if (addresses.length === 0) return { error: `${wanted} has no address of its family` };
  return { error: `${wanted} leads to ${listed(addresses)}, not back to it` };
}

async function answerOf(ask: () => Promise<string[]>): Promise<readonly string[] | 'unknown'> {
  try {
    return await ask();
  } catch (error) {
    return notThere.has(errorCode(error)) ? [] : 'unknown';
  }
}

/** `2.0.0.127.in-addr.arpa`: asked for as a name, since a lookup by address would read the machine's hosts file first. */
export function reverseZoneName(address: string): string {
  if (isIP(address) !== 6) return `${address.split('.').reverse().join('.')}.in-addr.arpa`;
  const [head = '', tail] = plainAddress(address).split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  const digits = [...first, ...zeros, ...last].map((group) => group.padStart(4, '0')).join('');
  return `${[...digits].reverse().join('.')}.ip6.arpa`;
}

/** In its one shortest form (RFC 5952). */
function plainAddress(address: string): string {
  return isIP(address) === 6 ? new SocketAddress({ address, family: 'ipv6' }).address : address;
}

function canonical(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

/** A hostile zone gives hundreds of them. */
function listed(items: readonly string[]): string {
  return items.slice(0, 3).join(', ').slice(0, 200);
}
