import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Range = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * An address or a CIDR range in one spelling, as `203.0.113.7/32` or `2001:db8::/32`: bits beyond the prefix are cleared, and an IPv4
 * address in IPv6 form becomes IPv4. Null: neither.
 */
export function parseAddressRange(text: string): string | null {
  const [address = '', prefix, ...rest] = text.split('/');
  // ipaddr.js also reads `127.1`, `0x7f.0.0.1` and zone ids.
  if (rest.length > 0 || address.includes('%') || isIP(address) === 0) return null;
  const parsed = ipaddr.process(address);
  const bits = parsed.kind() === 'ipv4' ? 32 : 128;
  if (prefix === undefined) return `${parsed.toString()}/${bits}`;
  // The prefix of a mapped address counts other bits than those of the address that it became.
  if (
    !/^(?:0|[1-9]\d{0,2})$/.test(prefix) ||
    Number(prefix) > bits ||
    isIP(address) !== (bits === 32 ? 4 : 6)
  )
    return null;
  const range = `${parsed.toString()}/${prefix}`;
  const network =
    bits === 32 ? ipaddr.IPv4.networkAddressFromCIDR(range) : ipaddr.IPv6.networkAddressFromCIDR(range);
  return `${network.toString()}/${prefix}`;
}

/** Whether an address is in one of the ranges, which `parseAddressRange` has written. Text that is no address is in none. */
export function createAddressMatcher(ranges: readonly string[]): (address: string) => boolean {
  const parsed: Range[] = ranges.map((range) => ipaddr.parseCIDR(range));
  return (text) => {
    if (text.includes('%') || isIP(text) === 0) return false;
    const address = ipaddr.process(text);
    return parsed.some(
      ([network, bits]) => address.kind() === network.kind() && address.match(network, bits),
    );
  };
}
