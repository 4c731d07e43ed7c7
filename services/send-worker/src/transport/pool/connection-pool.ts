import assert from 'node:assert';
import { systemClock, type Clock, type Place } from '@postrider/runtime';
import { siteAndSource } from '../sources/source';
import type { Destination } from './destination';
import { Site, type Acquired, type SiteOptions } from './site';
import type { SiteRefusal } from './site-refusal';
import type { Suspended } from './suspension';

/** A site as mail from one address sees it. */
export type SiteAndSource = Pick<Destination, 'site' | 'source'>;

export interface ConnectionPool {
  /** Waits for a connection to the destination. Never rejects. */
  acquire(destination: Destination, place: Place): Promise<Acquired>;
  /** Whether the site is left alone now: asked before a message is composed for it. */
  suspended(to: SiteAndSource): Suspended | undefined;
  /** To be told of each reply with 4xx or 5xx: rules say what follows for the site; deliveries that wait for it learn it at once. */
  refused(destination: Destination, refusal: SiteRefusal): void;
  /** The site took a message: suspensions begin small again. */
  succeed(to: SiteAndSource): void;
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

  const known = ({ site, source }: SiteAndSource): Site | undefined => sites.get(siteAndSource(site, source));
  const siteOf = (destination: Destination): Site => {
    const existing = known(destination);
    if (existing) return existing;
    if (sites.size >= sitesMax) forget(sites);
    const site = new Site(destination.limits, { clock, priorities });
    sites.set(siteAndSource(destination.site, destination.source), site);
    return site;
  };

  return {
    acquire: (destination, place) =>
      closed ? Promise.resolve({ kind: 'closing' }) : siteOf(destination).acquire(destination, place),
    suspended: (to) => known(to)?.suspended(),
    refused: (destination, { classification, detail }) => {
      if (!classification.blocked || !destination.throttlesAsOne) return;
      const { class: failureClass } = classification;
      assert(failureClass, 'a refusal has a class');
      known(destination)?.suspend({ failureClass, reason: detail });
    },
    succeed: (to) => known(to)?.succeed(),
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
