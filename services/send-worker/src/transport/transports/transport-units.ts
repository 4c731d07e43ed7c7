import { randomUUID } from 'node:crypto';
import type { SmtpTransportOptions } from '@postrider/contracts/transports';
import type { RouteTable, SmartHostRoute, TlsRequirement } from '@postrider/smtp-client';
import type { Connector } from '../pool/connect-any';
import { createDestinations, type Destinations } from '../routing/destinations';
import type { MxDestinations } from '../routing/mx-destinations';

/** A way out that works or does not as a whole: a transport, or one region of it. */
export interface TransportUnit {
  /** `relay`, `ses@eu-west-1`: what its state and its metrics are named by. */
  readonly name: string;
  readonly destinations: Destinations;
  /** Whether what a delivery to this domain shows is about the unit. An MX host is the domain's, and the next one has another. */
  readonly isWatched: (domain: string) => boolean;
  /** Frees what it holds; what is under way may fail. */
  readonly close: () => void;
}

interface Ways {
  readonly mx: MxDestinations;
  readonly connector: Connector;
}

/** Straight to the MX hosts, whatever the routes say. */
export function mxUnit(name: string, { mx }: Ways): TransportUnit {
  const destinations: Destinations = { resolve: (domain, sender) => mx.resolve(domain, sender) };
  return { name, destinations, isWatched: () => false, close: nothing };
}

/** By the routes of the settings: to smart hosts, or to the MX hosts. */
export function routesUnit(name: string, routes: RouteTable, ways: Ways): TransportUnit {
  return {
    name,
    destinations: createDestinations({ routes, ...ways }),
    isWatched: (domain) => routes.routeFor(domain).kind === 'smart-host',
    close: nothing,
  };
}

/** @param password null where it has none, or no user */
export function smartHostUnit(
  name: string,
  options: SmtpTransportOptions,
  { password, ...ways }: Ways & { readonly password: string | null },
): TransportUnit {
  const { host, port, user, connections } = options;
  const route: SmartHostRoute = {
    kind: 'smart-host',
    host,
    port,
    tls: tlsOf(options),
    credentials: user === null || password === null ? null : { user, password },
    isFinal: options.final,
    connectionsMax: connections,
  };
  const toHost = createDestinations({ routes: { routeFor: () => route }, ...ways });
  // Another user of the same host has connections of its own, and so has this one after a change.
  const hostsKey = `${name} ${randomUUID()}`;
  const destinations: Destinations = {
    resolve: async (domain, sender) => {
      const resolution = await toHost.resolve(domain, sender);
      if (resolution.kind !== 'destination') return resolution;
      return { ...resolution, destination: { ...resolution.destination, hostsKey } };
    },
  };
  return { name, destinations, isWatched: () => true, close: nothing };
}

function tlsOf({ tls, host }: SmtpTransportOptions): TlsRequirement {
  if (tls === 'off' || tls === 'opportunistic') return { mode: tls };
  return { mode: tls, certificate: { kind: 'pkix', names: [host] } };
}

function nothing(): void {
  // Its connections are those of the pool.
}
