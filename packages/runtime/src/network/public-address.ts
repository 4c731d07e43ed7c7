import ipaddr from 'ipaddr.js';

/** Global unicast, the only IPv6 block that is routed on the Internet (RFC 4291, section 2.4). */
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Looks public, but answers inside a cloud with the secrets of the machine: Azure's wire server. */
const cloudInternal = new Set(['168.63.129.16']);

/**
 * True for an address of the public Internet. False for everything else: loopback, private, carrier-grade NAT,
 * link-local (cloud metadata), multicast, reserved and documentation ranges; IPv6 forms that lead to an IPv4
 * address by another way (mapped ones are judged as the IPv4 address, NAT64, 6to4, Teredo and compatible ones
 * are refused); and text that is no address.
 */
export function isPublicAddress(text: string): boolean {
  // Scoped addresses (`fe80::1%eth0`) are never public, and zone ids would confuse the checks below.
  if (text.includes('%') || !ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  if (address.kind() === 'ipv6') return (address as ipaddr.IPv6).match(globalUnicast);
  return !cloudInternal.has(address.toString());
}

/** This machine, also when written as IPv4-mapped IPv6. */
export function isLoopback(text: string): boolean {
  return ipaddr.isValid(text) && ipaddr.process(text).range() === 'loopback';
}
