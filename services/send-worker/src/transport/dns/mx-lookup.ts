import { isIP } from 'node:net';
import type { DnsResolver } from './dns-resolver';

export interface MxHost {
  /** Lower case. */
  readonly name: string;
  readonly preference: number;
}

/** What DNS says about where a domain takes its mail. */
export type MxAnswer =
  /** At least one, the preferred first. `isAuthentic`: DNSSEC says that these and no others are meant. */
  | { readonly kind: 'hosts'; readonly hosts: readonly MxHost[]; readonly isAuthentic: boolean }
  /** RFC 7505: the domain says that it takes no mail. */
  | { readonly kind: 'null-mx' }
  /** The name does not exist (NXDOMAIN). */
  | { readonly kind: 'no-domain' }
  /** The name is there, with neither MX nor an address that we could use. */
  | { readonly kind: 'no-host' }
  /** DNS does not answer now. */
  | { readonly kind: 'unknown'; readonly code: string };

export interface HostAddresses {
  /** IPv4 first. */
  readonly addresses: readonly string[];
  /** Of the addresses, after aliases. */
  readonly canonicalName: string;
  /** DNSSEC vouches for all of them. */
  readonly isAuthentic: boolean;
  /** Why there may be more that we do not know; null: these are all. */
  readonly code: string | null;
}

export interface MailDns {
  mx(domain: string): Promise<MxAnswer>;
  addresses(host: string): Promise<HostAddresses>;
}

export function createMailDns(options: {
  readonly resolver: DnsResolver;
  /** Only where a source has an address with reverse DNS: many sites refuse IPv6 without one. */
  readonly useIpv6: boolean;
}): MailDns {
  const { resolver, useIpv6 } = options;

  const addresses = async (host: string): Promise<HostAddresses> => {
    const answers = await Promise.all([
      resolver.lookUp(host, 'A'),
      ...(useIpv6 ? [resolver.lookUp(host, 'AAAA')] : []),
    ]);
    const found = answers.filter((answer) => answer.kind === 'records');
    return {
      addresses: found.flatMap(({ records }) => records),
      canonicalName: found[0]?.owner ?? host,
      isAuthentic: answers.every((answer) => answer.kind !== 'unknown' && answer.isAuthentic),
      code: answers.find((answer) => answer.kind === 'unknown')?.code ?? null,
    };
  };

  return {
    addresses,
    mx: async (domain) => {
      const answer = await resolver.lookUp(domain, 'MX');
      if (answer.kind === 'unknown') return answer;
      if (answer.kind === 'records') {
        const { records, isAuthentic } = answer;
        const named = records.filter(({ exchange }) => exchange !== '');
        if (named.length === 0) return { kind: 'null-mx' };
        const hosts = named.map(({ exchange, preference }) => ({ name: exchange, preference }));
        return { kind: 'hosts', hosts: hosts.sort((a, b) => a.preference - b.preference), isAuthentic };
      }
      if (!answer.exists) return { kind: 'no-domain' };
      // RFC 5321 §5.1: without an MX record the domain's own address is its mail host.
      const own = await addresses(domain);
      if (own.addresses.length > 0) {
        return {
          kind: 'hosts',
          hosts: [{ name: domain, preference: 0 }],
          isAuthentic: answer.isAuthentic,
        };
      }
      return own.code === null ? { kind: 'no-host' } : { kind: 'unknown', code: own.code };
    },
  };
}

/** Equal preferences are taken in random order, so that they share the load (RFC 5321 §5.1). */
export function inOrder<Host extends MxHost>(hosts: readonly Host[]): readonly Host[] {
  return hosts
    .map((host) => ({ host, dice: Math.random() }))
    .sort((a, b) => a.host.preference - b.host.preference || a.dice - b.dice)
    .map(({ host }) => host);
}

/** Whether a host of that name may be asked at all: an address is none (RFC 5321 §5.1), and this machine is never meant. */
export function isMailHostName(name: string): boolean {
  return isIP(name) === 0 && !/(?:^|\.)localhost$/.test(name);
}
