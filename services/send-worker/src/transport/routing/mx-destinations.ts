import { isIP } from 'node:net';
import { mailboxProvider, siteLimits } from '@postrider/mail';
import type { Connector, Target } from '../pool/connect-any';
import type { Destination } from '../pool/destination';
import type { Families, Postponed, Source, SourceClient, Sources } from '../sources/source';
import type { MailDns } from './mx-lookup';

export type Resolution =
  | {
      readonly kind: 'destination';
      readonly destination: Destination;
      /** To be called when no server was asked: see `SourceChoice`. */
      readonly giveBack: () => void;
    }
  | ({ readonly kind: 'postponed' } & Postponed)
  | {
      readonly kind: 'none';
      readonly failure: 'null_mx' | 'domain_not_found' | 'no_mail_host' | 'dns_unavailable';
      readonly detail: string;
    };

/** Straight to the MX hosts of a domain. */
export interface MxDestinations {
  /** @param domain lower-case A-labels. Never rejects. */
  resolve(domain: string, client: SourceClient): Promise<Resolution>;
}

/** Deliveries that may wait for one MX site, per connection that it allows, half of them of one organization; the rest goes back to the queue. */
const waitersPerConnectionMax = 8;
const hostsMax = 5;

interface Options {
  readonly dns: MailDns;
  readonly port: number;
  readonly connector: Connector;
  readonly sources: Sources;
}

export function createMxDestinations(options: Options): MxDestinations {
  const { dns } = options;
  return {
    resolve: async (domain, client) => {
      const answer = await dns.mx(domain);
      switch (answer.kind) {
        case 'null-mx':
          return { kind: 'none', failure: 'null_mx', detail: `${domain} takes no mail (null MX)` };
        case 'no-domain':
          return { kind: 'none', failure: 'domain_not_found', detail: `${domain} does not exist in DNS` };
        case 'no-host':
          return { kind: 'none', failure: 'no_mail_host', detail: `${domain} has no mail host in DNS` };
        case 'unknown':
          return {
            kind: 'none',
            failure: 'dns_unavailable',
            detail: `DNS does not answer for ${domain} (${answer.code})`,
          };
        case 'hosts':
          return toMx({ ...options, domain, hosts: answer.hosts }, client);
      }
    },
  };
}

interface MxRoute extends Options {
  readonly domain: string;
  readonly hosts: readonly string[];
}

async function toMx(route: MxRoute, client: SourceClient): Promise<Resolution> {
  const site = mailboxProvider(route.domain, route.hosts[0]);
  const choice = await route.sources.choose(client, site, () => familiesOf(route));
  if (choice.kind === 'postponed') return choice;
  const [source, giveBack] = choice.kind === 'source' ? [choice.source, choice.giveBack] : [null, nothing];
  return { kind: 'destination', destination: mxDestination(route, source), giveBack };
}

function nothing(): void {
  // No address was reserved.
}

async function familiesOf({ hosts, dns }: MxRoute): Promise<Families> {
  const found = (await Promise.all(hosts.slice(0, hostsMax).map((host) => dns.addresses(host)))).flat();
  return {
    ipv4: found.some((address) => isIP(address) === 4),
    ipv6: found.some((address) => isIP(address) === 6),
  };
}

function mxDestination(route: MxRoute, source: Source | null): Destination {
  const { domain, hosts, dns, port, connector } = route;
  const provider = mailboxProvider(domain, hosts[0]);
  const limits = siteLimits(provider);
  return {
    site: provider,
    source,
    hostsKey: `${[...hosts].sort().join(' ')}:${port}`,
    limits,
    waitersMax: limits.connectionsMax * waitersPerConnectionMax,
    provider,
    throttlesAsOne: true,
    isFinal: true,
    open: async () => {
      const targets: Target[] = [];
      for (const host of hosts.slice(0, hostsMax)) {
        for (const address of await dns.addresses(host)) {
          if (source !== null && isIP(address) !== source.family) continue;
          targets.push({ host, address, port, tls: { mode: 'opportunistic' }, credentials: null });
        }
      }
      return connector.connectAny(targets, source);
    },
  };
}
