import ipaddr from 'ipaddr.js';

/**
 * The network that counts as one client: an IPv4 address, or the first 64 bits of an IPv6 address, since a client usually has a
 * whole /64 (RFC 6177). Text that is not an address is a client of its own.
 */
export function clientNetwork(address: string): string {
  // Most are, and are spelled in one way only.
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
