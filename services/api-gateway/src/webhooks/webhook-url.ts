import { isIP } from 'node:net';
import { isLoopback, isPublicAddress, withTimeout, type ResolveHost } from '@postrider/runtime';

export interface WebhookUrlRules {
  /** Development only: plain HTTP, and endpoints on this machine. */
  readonly allowLoopback: boolean;
  readonly resolve: ResolveHost;
}

/** A caller waits; a name server that takes longer is left to the first delivery. */
const resolveTimeoutMs = 3_000;

/** Names that resolve inside only (RFC 6761, RFC 6762, RFC 8375; ICANN reserved `internal` in 2024). */
const insideNames = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)$/i;
const localhost = /^(.+\.)?localhost$/i;

/**
 * What is wrong with an endpoint's url, or null: what webhook-dispatcher would refuse at every delivery, told when it can
 * still be mended. The binding check is the dispatcher's, on the address that it connects to, since a name may point
 * anywhere tomorrow; so a name that does not resolve (yet) is taken.
 */
export async function findUrlFault(text: string, rules: WebhookUrlRules): Promise<string | null> {
  const { allowLoopback, resolve } = rules;
  // The parser drops tabs and trims blanks; the text that is stored must be the url that is called.
  if (/\s/.test(text) || !URL.canParse(text)) return 'not a URL, such as https://hooks.example.com/mail';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowLoopback && url.protocol === 'http:')) return 'must use https';
  if (url.username !== '' || url.password !== '') return 'must not carry a user name or password';
  if (url.hash !== '') return 'must not have a fragment (#…)';
  if (url.port === '0') return 'must not name port 0';

  // The parser has brought every spelling of an address (`0x7f.1`, `2130706433`) into one form.
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isPermitted = (address: string): boolean =>
    isPublicAddress(address) || (allowLoopback && isLoopback(address));
  if (isIP(host) !== 0) return isPermitted(host) ? null : `${host} is not an address of the public Internet`;
  if (allowLoopback && localhost.test(host)) return null;
  if (!host.includes('.') || insideNames.test(host)) return `${host} is not a name on the public Internet`;
  const addresses = await withTimeout(resolveTimeoutMs, () => resolve(host)).catch(() => []);
  return addresses.every(isPermitted)
    ? null
    : `${host} has an address that is not on the public Internet, where webhooks may not go`;
}
