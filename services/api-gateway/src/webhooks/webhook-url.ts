import { BlockList, isIP } from 'node:net';

export interface WebhookUrlRules {
  /** Development only: plain HTTP, and hosts inside (loopback, private networks, single labels). */
  readonly allowInsecure: boolean;
}

/**
 * What is wrong with an endpoint url, or null. A courtesy at creation: the binding check is made by
 * webhook-dispatcher on the address that it connects to, since a name may point anywhere tomorrow.
 */
export function webhookUrlFault(text: string, { allowInsecure }: WebhookUrlRules): string | null {
  // The parser drops tabs and trims blanks; the text that is stored must be the url that is called.
  if (/\s/.test(text) || !URL.canParse(text)) return 'not a URL';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowInsecure && url.protocol === 'http:')) return 'must use https';
  if (url.username !== '' || url.password !== '') return 'must not carry a user name or password';
  if (url.hash !== '') return 'must not have a fragment';
  if (!allowInsecure && !isPublicHost(url.hostname)) return 'must name a public host';
  return null;
}

/** The parser has brought every spelling of an address (`0x7f.1`, `2130706433`) into one form. */
function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  switch (isIP(host)) {
    case 4:
      return !insideRanges.check(host, 'ipv4');
    case 6:
      return globalUnicast.check(host, 'ipv6') && !insideRanges.check(host, 'ipv6');
    default:
      return host.includes('.') && !insideNames.test(host);
  }
}

/** Names that resolve inside only (RFC 6761, RFC 6762, RFC 8375; ICANN reserved `internal` in 2024). */
const insideNames = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)$/i;

/** IANA's special-purpose registries; 168.63.129.16 answers inside Azure. */
const insideRanges = blockList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]);

/** The only block of IPv6 that is routed on the Internet (RFC 4291, section 2.4). */
const globalUnicast = blockList(['2000::/3']);

function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/');
    list.addSubnet(network, Number(prefix), isIP(network) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}
