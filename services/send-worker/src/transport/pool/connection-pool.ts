import { systemClock, type Clock, type Place } from '@postrider/runtime';
import { createSharedBudgets, type Budgets } from '../budgets/shared-budgets';
import type { Suspended } from '../budgets/suspended';
import { siteAndSource } from '../sources/source';
import { createThrottle, type Throttle } from '../throttling/throttle';
import type { Destination } from './destination';
import { Site } from './site';
import type { Acquired } from './site-queue';
import type { SiteRefusal } from '../throttling/site-refusal';

/** A site as mail from one address sees it. */
export type SiteAndSource = Pick<Destination, 'site' | 'source'>;

interface PoolLoad {
  /** To all sites. */
  readonly connections: number;
  /** Deliveries that wait for one. */
  readonly waiting: number;
}

export interface ConnectionPool {
  /** Waits for a connection to the destination. Never rejects. */
  acquire(destination: Destination, place: Place): Promise<Acquired>;
  /** Whether the site is left alone now: asked before a message is composed for it. */
  suspended(to: SiteAndSource): Suspended | undefined;
  /** Called with each reply of 4xx or 5xx: rules say what follows for the site; deliveries that wait for it learn it at once. */
  refused(destination: Destination, refusal: SiteRefusal): void;
  /** The site took a message: suspensions begin small again. */
  succeed(to: SiteAndSource): void;
  load(): PoolLoad;
  /** Sends away who waits; busy connections end with their delivery. */
  close(): void;
}

/** Beyond this, sites without connections are forgotten. */
const sitesMax = 10_000;

export interface PoolOptions {
  readonly priorities: number;
  readonly clock?: Clock;
  /** Default: this worker is alone. */
  readonly budgets?: Budgets;
  /** Default: the rules that are built in. */
  readonly throttle?: Throttle;
  /** Sites that an operator has suspended. */
  readonly leftAlone?: (to: SiteAndSource) => Suspended | undefined;
}

export function createConnectionPool(options: PoolOptions): ConnectionPool {
  const { priorities, clock = systemClock, leftAlone = () => undefined } = options;
  const budgets = options.budgets ?? createSharedBudgets({ redis: null, workerId: 'alone', clock });
  const throttle = options.throttle ?? createThrottle();
  const sites = new Map<string, Site>();
  let closed = false;

  const known = ({ site, source }: SiteAndSource): Site | undefined => sites.get(siteAndSource(site, source));
  const siteOf = (destination: Destination): Site => {
    const existing = known(destination);
    if (existing) return existing;
    if (sites.size >= sitesMax) forget();
    const { limits, site, source } = destination;
    const name = siteAndSource(site, source);
    const created = new Site({
      limits,
      priorities,
      throttle,
      budget: (changed) => budgets.of(name, limits, changed),
      leftAlone: () => leftAlone({ site, source }),
    });
    sites.set(name, created);
    return created;
  };
  const forget = (): void => {
    for (const [name, site] of sites) {
      if (!site.isForgettable()) continue;
      sites.delete(name);
      budgets.forget(site.budget);
    }
  };

  return {
    acquire: (destination, place) =>
      closed ? Promise.resolve({ kind: 'closing' }) : siteOf(destination).acquire(destination, place),
    suspended: (to) => leftAlone(to) ?? known(to)?.suspended(),
    refused: (destination, refusal) => known(destination)?.refused(destination, refusal),
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
