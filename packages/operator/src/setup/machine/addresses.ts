import { networkInterfaces } from 'node:os';
import { isIP } from 'node:net';
import { isPublicAddress } from '@postrider/runtime';

/** An address that the world sees, and the one of this machine that it belongs to: another one behind address translation. */
export interface PublicAddress {
  readonly address: string;
  readonly bindAddress: string | null;
}

/** Those of the answers; else the public ones of the interfaces. IPv4 first. */
export function publicAddresses(given: readonly string[] | undefined): PublicAddress[] {
  const local = localAddresses();
  const wanted = given ?? local.filter(isPublicAddress);
  return [...new Set(wanted)]
    .toSorted((a, b) => isIP(a) - isIP(b))
    .map((address) => ({ address, bindAddress: bindAddressOf(address, local) }));
}

/** Behind address translation of one private address to one public one, as clouds have it. */
function bindAddressOf(address: string, local: readonly string[]): string | null {
  if (local.includes(address)) return null;
  const ofFamily = local.filter((each) => isIP(each) === isIP(address));
  return ofFamily.length === 1 ? (ofFamily[0] ?? null) : null;
}

/** Temporary IPv6 addresses (RFC 8981) change daily: the machine's own one comes first, and is the only one taken of a network. */
function localAddresses(): string[] {
  return Object.entries(networkInterfaces()).flatMap(([name, entries = []]) => {
    if (/^(lo|docker|br-|veth|virbr)/.test(name)) return [];
    const networks = new Set<string>();
    return entries.flatMap(({ address, family, internal, cidr, scopeid }) => {
      if (internal || (family === 'IPv6' && scopeid !== 0)) return [];
      const network = family === 'IPv6' ? address.split(':').slice(0, 4).join(':') : (cidr ?? address);
      if (networks.has(network)) return [];
      networks.add(network);
      return [address];
    });
  });
}
