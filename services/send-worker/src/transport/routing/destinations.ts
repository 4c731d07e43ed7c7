import { isIP } from 'node:net';
import { mailboxProvider, siteLimits, type SiteLimits } from '@postrider/mail';
import type { Connector } from '../pool/connect-any';
import type { Destination } from '../pool/destination';
import type { SmtpTarget } from '../smtp/connect';
import type { Families, Postponed, Source, SourceClient, Sources } from '../sources/source';
import type { RouteTable, SmartHostRoute } from './delivery-routes';
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

/** What decides, on the sender's side, how its mail leaves. */
export interface Sender extends SourceClient {
  /** Name of its domain's transport. */
  readonly transport: string;
}

export interface Destinations {
  /** Where mail of this sender for a recipient's domain (lower-case A-labels) goes. Never rejects. */
  resolve(domain: string, sender: Sender): Promise<Resolution>;
}

/** Balancers in front of a smart host get their share when connections are renewed now and then. */
const smartHostMessagesMax = 1_000;
const smartHostIdleMs = 30_000;
/** Deliveries that may wait for one MX site, per connection that it allows, half of them of one organization; the rest goes back to the queue. */
const waitersPerConnectionMax = 8;

export function createDestinations(options: {
  readonly routes: RouteTable;
  readonly dns: MailDns;
  readonly mxPort: number;
  readonly connector: Connector;
  readonly sources: Sources;
}): Destinations {
  const { routes, dns, mxPort, connector, sources } = options;
  const smartHosts = new Map<SmartHostRoute, Resolution>();

  const toSmartHost = (route: SmartHostRoute): Resolution => {
    const known = smartHosts.get(route);
    if (known) return known;
    const resolution: Resolution = {
      kind: 'destination',
      destination: smartHostDestination(route, connector),
      giveBack: nothing,
    };
    smartHosts.set(route, resolution);
    return resolution;
  };

  return {
    resolve: async (domain, sender) => {
      const route = routes.routeFor(domain);
      if (route.kind === 'smart-host') return withProvider(toSmartHost(route), domain);
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
          return toMx({ domain, hosts: answer.hosts, dns, port: mxPort, connector }, { sender, sources });
      }
    },
  };
}

/** Statistics group by the recipient's provider also where a smart host carries the mail. */
function withProvider(resolution: Resolution, domain: string): Resolution {
  if (resolution.kind !== 'destination') return resolution;
  return {
    ...resolution,
    destination: { ...resolution.destination, provider: mailboxProvider(domain) },
  };
}

function smartHostDestination(route: SmartHostRoute, connector: Connector): Destination {
  const site = `${route.host}:${route.port}`;
  const target: SmtpTarget = {
    host: route.host,
    address: route.host,
    port: route.port,
    tls: route.tls,
    credentials: route.credentials,
  };
  const limits: SiteLimits = {
    connectionsMax: route.connectionsMax,
    messagesPerConnectionMax: smartHostMessagesMax,
    messagesPerSecondMax: Infinity,
    idleTimeoutMs: smartHostIdleMs,
  };
  return {
    site,
    source: null,
    hostsKey: site,
    limits,
    waitersMax: Infinity,
    provider: null,
    throttlesAsOne: false,
    isFinal: route.isFinal,
    open: () => connector.connectAny([target], null),
  };
}

async function toMx(
  route: MxRoute,
  { sender, sources }: { readonly sender: Sender; readonly sources: Sources },
): Promise<Resolution> {
  const site = mailboxProvider(route.domain, route.hosts[0]);
  const choice = await sources.choose(sender, site, () => familiesOf(route));
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

interface MxRoute {
  readonly domain: string;
  readonly hosts: readonly string[];
  readonly dns: MailDns;
  readonly port: number;
  readonly connector: Connector;
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
      const targets: SmtpTarget[] = [];
      for (const host of hosts.slice(0, hostsMax)) {
        for (const address of await dns.addresses(host)) {
          if (source !== null && isIP(address) !== source.family) continue;
          targets.push({ host, address, port, tls: 'opportunistic', credentials: null });
        }
      }
      return connector.connectAny(targets, source);
    },
  };
}

const hostsMax = 5;
