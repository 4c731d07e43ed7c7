import { mailboxProvider, type SiteLimits } from '@postrider/mail';
import type { RouteTable, SmartHostRoute } from '@postrider/smtp-client';
import type { Connector, Target } from '../pool/connect-any';
import type { Destination } from '../pool/destination';
import type { SourceClient } from '../sources/source';
import type { MxDestinations, Resolution } from './mx-destinations';

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

export function createDestinations(options: {
  readonly routes: Pick<RouteTable, 'routeFor'>;
  readonly mx: MxDestinations;
  readonly connector: Connector;
}): Destinations {
  const { routes, mx, connector } = options;
  const smartHosts = new Map<SmartHostRoute, Resolution>();

  const toSmartHost = (route: SmartHostRoute): Resolution => {
    const known = smartHosts.get(route);
    if (known) return known;
    const resolution: Resolution = {
      kind: 'destination',
      destination: smartHostDestination(route, connector),
      releaseReservation: nothing,
    };
    smartHosts.set(route, resolution);
    return resolution;
  };

  return {
    resolve: async (domain, sender) => {
      const route = routes.routeFor(domain);
      if (route.kind === 'smart-host') return withProvider(toSmartHost(route), domain);
      return mx.resolve(domain, sender);
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
  const target: Target = {
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

function nothing(): void {
  // No address was reserved.
}
