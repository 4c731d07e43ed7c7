import { isIPv6, SocketAddress } from 'node:net';
import { errorCode, type RecordLookup } from '@postrider/runtime';

/** Hosts with more names have none that says who they are. */
const namesTriedMax = 3;

/**
 * The reverse name of an address that leads back to it: everybody can name his hosts as he likes, and only the owner of a name can have
 * it lead to an address.
 * @returns its name, null if there is none; `unknown`: DNS does not answer
 */
export async function reverseName(
  lookup: RecordLookup,
  address: string,
): Promise<{ readonly name: string | null } | 'unknown'> {
  try {
    const names = await lookup.resolve(reverseZone(address), 'PTR');
    for (const name of names.filter(isHostName).slice(0, namesTriedMax)) {
      const answer = await lookup.find(isIPv6(address) ? 'AAAA' : 'A', name);
      if (answer.kind === 'unknown') return 'unknown';
      if (answer.values.some((value) => canonical(value) === canonical(address))) {
        return { name: name.toLowerCase() };
      }
    }
    return { name: null };
  } catch (error) {
    return ['ENODATA', 'ENOTFOUND', 'ENONAME', 'EBADNAME'].includes(errorCode(error))
      ? { name: null }
      : 'unknown';
  }
}

function isHostName(name: string): boolean {
  return name.length <= 253 && /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/i.test(name);
}

/** `1.2.0.192.in-addr.arpa`; of IPv6 each of its 32 digits is a label. */
function reverseZone(address: string): string {
  if (!isIPv6(address)) return `${address.split('.').reverse().join('.')}.in-addr.arpa`;
  return `${[...hexDigits(address)].reverse().join('.')}.ip6.arpa`;
}

function hexDigits(address: string): string {
  const [head = '', tail = ''] = canonical(address).split('::');
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const zeros = Array<string>(8 - groups(head).length - groups(tail).length).fill('0');
  return [...groups(head), ...zeros, ...groups(tail)].map((group) => group.padStart(4, '0')).join('');
}

function canonical(address: string): string {
  return isIPv6(address) ? new SocketAddress({ address, family: 'ipv6' }).address : address;
}
