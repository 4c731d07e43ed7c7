import type { Resolver } from 'node:dns/promises';
import { isIP, SocketAddress } from 'node:net';

/** What is wrong; null: nothing. `unknown`: DNS does not answer. */
export type ReverseName = { readonly error: string | null } | 'unknown';

const notThere = new Set(['ENODATA', 'ENOTFOUND', 'ENONAME']);

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
    return notThere.has(String((error as NodeJS.ErrnoException).code)) ? [] : 'unknown';
  }
}

/** `2.0.0.127.in-addr.arpa`: asked for as a name, since a lookup by address would read the machine's hosts file first. */
export function reverseZoneName(address: string): string {
  return `${reversedAddress(address)}.${isIP(address) === 6 ? 'ip6' : 'in-addr'}.arpa`;
}

/** The octets of an IPv4 address or the digits of an IPv6 address, the last first: `2.0.0.127`. */
export function reversedAddress(address: string): string {
  if (isIP(address) !== 6) return address.split('.').reverse().join('.');
  const [head = '', tail] = plainAddress(address).split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  const digits = [...first, ...zeros, ...last].map((group) => group.padStart(4, '0')).join('');
  return [...digits].reverse().join('.');
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
