import { promises as dns } from 'node:dns';
import { createTtlCache, errorCode, formatHostPort, type Clock, type HostPort } from '@postrider/runtime';

/** What DNS says about where a domain takes its mail. */
export type MxAnswer =
  /** In the order in which they are to be tried. */
  | { readonly kind: 'hosts'; readonly hosts: readonly string[] }
  /** RFC 7505: the domain says that it takes no mail. */
  | { readonly kind: 'null-mx' }
  /** The name does not exist (NXDOMAIN). */
  | { readonly kind: 'no-domain' }
  /** The name is there, with neither MX nor an address that we could use. */
  | { readonly kind: 'no-host' }
  /** DNS does not answer now. */
  | { readonly kind: 'unknown'; readonly code: string };

export interface MailDns {
  mx(domain: string): Promise<MxAnswer>;
  /** Addresses of a host, IPv4 first; empty when it has none or DNS does not answer. */
  addresses(host: string): Promise<readonly string[]>;
}

export interface MailDnsOptions {
  /** Empty: the system's. */
  readonly servers: readonly HostPort[];
  /** Only where the source has an address with reverse DNS: many sites refuse IPv6 without one. */
  readonly useIpv6: boolean;
  readonly clock?: Clock;
}

/** Most MX records live an hour or more; five minutes bounds how long we follow an old one. */
const cacheMs = 300_000;
const domainsMax = 10_000;
const notThere = new Set(['ENODATA', 'ENOTFOUND', 'ENONAME']);

export function createMailDns({ servers, useIpv6, clock }: MailDnsOptions): MailDns {
  const resolver = new dns.Resolver({ timeout: 3_000, tries: 3 });
  if (servers.length > 0) resolver.setServers(servers.map(formatHostPort));
  const cacheOptions = { entriesMax: domainsMax, ttlMs: cacheMs, ...(clock ? { clock } : {}) };
  const answers = createTtlCache<string, MxAnswer>(cacheOptions);
  const addressCache = createTtlCache<string, readonly string[]>(cacheOptions);

  const resolveAddresses = async (host: string): Promise<readonly string[]> => {
    const families = [resolver.resolve4(host), ...(useIpv6 ? [resolver.resolve6(host)] : [])];
    const found = await Promise.allSettled(families);
    return found.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
  };

  const addresses = async (host: string): Promise<readonly string[]> => {
    const cached = addressCache.get(host);
    if (cached) return cached;
    const found = await resolveAddresses(host);
    if (found.length > 0) addressCache.set(host, found);
    return found;
  };

  const lookUp = async (domain: string): Promise<MxAnswer> => {
    try {
      return readRecords(await resolver.resolveMx(domain));
    } catch (error) {
      const code = errorCode(error);
      if (!notThere.has(code)) return { kind: 'unknown', code };
      if (code === 'ENOTFOUND') return { kind: 'no-domain' };
    }
    // RFC 5321 §5.1: without an MX record the domain's own address is its mail host.
    try {
      await Promise.any([resolver.resolve4(domain), ...(useIpv6 ? [resolver.resolve6(domain)] : [])]);
      return { kind: 'hosts', hosts: [domain] };
    } catch (error) {
      const codes = error instanceof AggregateError ? error.errors.map(errorCode) : [errorCode(error)];
      const code = codes.find((each) => !notThere.has(each));
      return code === undefined ? { kind: 'no-host' } : { kind: 'unknown', code };
    }
  };

  return {
    addresses,
    mx: async (domain) => {
      const cached = answers.get(domain);
      if (cached) return cached;
      const answer = await lookUp(domain);
      if (answer.kind !== 'unknown') answers.set(domain, answer);
      return answer;
    },
  };
}

function readRecords(records: readonly { exchange: string; priority: number }[]): MxAnswer {
  const usable = records.filter(({ exchange }) => exchange !== '' && exchange !== '.');
  if (usable.length === 0) return { kind: 'null-mx' };
  // Equal preferences are taken in random order, so that they share the load (RFC 5321 §5.1).
  const ordered = usable
    .map(({ exchange, priority }) => ({ host: exchange.toLowerCase(), priority, dice: Math.random() }))
    .sort((a, b) => a.priority - b.priority || a.dice - b.dice);
  return { kind: 'hosts', hosts: ordered.map(({ host }) => host) };
}
