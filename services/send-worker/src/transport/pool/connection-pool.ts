import { systemClock, type Clock } from '@postrider/runtime';
import type { Connector } from './connect-any';
import type { Destination } from './destination';
import { Site, type Acquired } from './site';
import type { Suspended } from './suspension';

export interface ConnectionPool {
  /** Waits for a connection to the destination; `urgency` 0 goes first. Never rejects. */
  acquire(destination: Destination, urgency: number): Promise<Acquired>;
  /** Whether the site is left alone now: asked before a message is composed for it. */
  suspended(site: string): Suspended | undefined;
  /** Leaves a site alone for a while; deliveries that wait for it are told at once. */
  suspend(site: string, reason: string): Suspended;
  /** The site took a message: suspensions begin small again. */
  succeed(site: string): void;
  /** Connections to all sites, and deliveries that wait for one. */
  load(): { readonly connections: number; readonly waiting: number };
  /** Sends away who waits; busy connections end with their delivery. */
  close(): void;
}

/** Beyond this, sites without connections are forgotten. */
const SITES_MAX = 10_000;

export function createConnectionPool(given: {
  readonly connector: Connector;
  readonly clock?: Clock;
}): ConnectionPool {
  const { connector, clock = systemClock } = given;
  const sites = new Map<string, Site>();
  let closed = false;

  const siteOf = (destination: Destination): Site => {
    const known = sites.get(destination.site);
    if (known) return known;
    if (sites.size >= SITES_MAX) forget(sites);
    const site = new Site(destination.limits, { connector, clock });
    sites.set(destination.site, site);
    return site;
  };

  return {
    acquire: (destination, urgency) =>
      closed ? Promise.resolve({ kind: 'closing' }) : siteOf(destination).acquire(destination, urgency),
    suspended: (name) => sites.get(name)?.suspended(),
    suspend: (name, reason) => sites.get(name)?.suspend(reason) ?? { until: clock.now(), reason },
    succeed: (name) => sites.get(name)?.succeed(),
    load: () => {
      const all = [...sites.values()];
      return {
        connections: all.reduce((sum, site) => sum + site.open(), 0),
        waiting: all.reduce((sum, site) => sum + site.waiting(), 0),
      };
    },
    close: () => {
      closed = true;
      for (const site of sites.values()) site.close();
    },
  };
}

function forget(sites: Map<string, Site>): void {
  for (const [name, site] of sites) if (site.isForgettable()) sites.delete(name);
}
