/**
 * The network that counts as one client: an IPv4 address, or the first 64 bits of an IPv6 address, since whoever has one
 * of those has all 2^64 below it (RFC 6177).
 */
export function clientNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  while (tail !== undefined && groups.length + after.length < 8) groups.push('0');
  const first = [...groups, ...after].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${first.join(':')}::/64`;
}
