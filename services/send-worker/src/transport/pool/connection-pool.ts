import { systemClock, type Clock, type Place } from '@postrider/runtime';
import type { Destination } from './destination';
import { Site, type Acquired, type SiteOptions } from './site';
import type { Suspended, SuspensionCause } from './suspension';

export interface ConnectionPool {
  /** Waits for a connection to the destination. Never rejects. */
  acquire(destination: Destination, place: Place): Promise<Acquired>;
  /** Whether the site is left alone now: asked before a message is composed for it. */
  suspended(site: string): Suspended | undefined;
  /** Leaves a site alone for a while; deliveries that wait for it learn it at once. */
  suspend(site: string, cause: SuspensionCause): Suspended;
  /** The site took a message: suspensions begin small again. */
  succeed(site: string): void;
  /** Connections to all sites, and deliveries that wait for one. */
  load(): { readonly connections: number; readonly waiting: number };
  /** Sends away who waits; busy connections end with their delivery. */
  close(): void;
}

/** Beyond this, sites without connections are forgotten. */
const sitesMax = 10_000;

export function createConnectionPool(
  options: Omit<SiteOptions, 'clock'> & { readonly clock?: Clock },
): ConnectionPool {
  const { priorities, clock = systemClock } = options;
  const sites = new Map<string, Site>();
  let closed = false;

  const siteOf = (destination: Destination): Site => {
    const known = sites.get(destination.site);
    if (known) return known;
    if (sites.size >= sitesMax) forget(sites);
    const site = new Site(destination.limits, { clock, priorities });
    sites.set(destination.site, site);
    return site;
  };

  return {
    acquire: (destination, place) =>
      closed ? Promise.resolve({ kind: 'closing' }) : siteOf(destination).acquire(destination, place),
    suspended: (name) => sites.get(name)?.suspended(),
    suspend: (name, cause) => sites.get(name)?.suspend(cause) ?? { until: clock.now(), ...cause },
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
