import { isIP } from 'node:net';
import { isLoopback, isPublicAddress, withTimeout, type ResolveHost } from '@postrider/runtime';

export interface WebhookUrlRules {
  /** Development only: plain HTTP, and endpoints on this machine. */
  readonly allowLoopback: boolean;
  readonly resolve: ResolveHost;
  /** Default 3,000: a caller waits; a name server that takes longer is left to the first delivery. */
  readonly resolveTimeoutMs?: number | undefined;
}

/** Names that resolve inside only (RFC 6761, RFC 6762, RFC 8375; ICANN reserved `internal` in 2024). */
const insideNames = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)$/i;
const localhost = /^(.+\.)?localhost$/i;

const portRule =
  'use 443, or a port from 1024 that is not used by databases, mail servers or message brokers';

/** Ports from 1024 of databases, brokers, coordination services and mail, by IANA's registry and the products' defaults. */
const refusedPorts = new Set([
  ...[1433, 1434, 1521, 2483, 2484, 3050, 3306, 33060, 5432, 6432, 26257, 50000],
  ...[
    5984, 6379, 6380, 7000, 7001, 7474, 7687, 8086, 9042, 9200, 9300, 11211, 16379, 26379, 27017, 27018,
    27019,
  ],
  ...[1883, 8883, 4222, 5671, 5672, 9092, 9093, 11300, 15671, 15672, 25672, 61613, 61616],
  ...[2181, 2375, 2376, 2379, 2380],
  ...[2525, 2587],
]);

/** A POST to another kind of server can do harm there, and no receiver needs such a port. */
function isWebhookPort(port: string): boolean {
  if (port === '') return true;
  return Number(port) >= 1_024 && !refusedPorts.has(Number(port));
}

/**
 * What is wrong with an endpoint's url, or null: what webhook-dispatcher would refuse at every delivery, reported when it can
 * still be changed. The binding check is the dispatcher's, on the address that it connects to, since a name may point
 * anywhere tomorrow; so a name that does not resolve (yet) is taken.
 */
export async function findUrlFault(text: string, rules: WebhookUrlRules): Promise<string | null> {
  const { allowLoopback, resolve, resolveTimeoutMs = 3_000 } = rules;
  // The parser drops tabs and trims blanks; the text that is stored must be the url that is called.
  if (/\s/.test(text) || !URL.canParse(text)) return 'must be a URL, such as https://hooks.example.com/mail';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowLoopback && url.protocol === 'http:')) return 'must use https';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (url.hash !== '') return 'must not have a fragment (#…)';
  if (url.port === '0') return 'must not use port 0';
  if (!allowLoopback && !isWebhookPort(url.port)) return `must not use port ${url.port}: ${portRule}`;

  // The parser has brought every spelling of an address (`0x7f.1`, `2130706433`) into one form.
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isPermitted = (address: string): boolean =>
    isPublicAddress(address) || (allowLoopback && isLoopback(address));
  if (isIP(host) !== 0) return isPermitted(host) ? null : `${host} is not a public IP address`;
  if (allowLoopback && localhost.test(host)) return null;
  if (!host.includes('.') || insideNames.test(host)) return `${host} is not a public host name`;
  const addresses = await withTimeout(resolveTimeoutMs, () => resolve(host)).catch(() => []);
  return addresses.every(isPermitted) ? null : `${host} resolves to an address that is not public`;
}
