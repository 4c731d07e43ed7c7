import { recoveredAt } from '@postrider/mail';
import type { RedisClient } from '@postrider/messaging';
import { listSites, type SiteView } from '@postrider/throttling';
import { sitesMax } from './end-throttles';
import type { OperatorSuspension } from './sites.repository';

type Limits = SiteView['allowed'];

/** A site that mail went to in the last two days, or that an operator has suspended. */
export interface PlatformSite {
  readonly site: string;
  /** Address that mail leaves from; null: the system's choice, or of a suspension: all. */
  readonly source: string | null;
  readonly state: 'suspended' | 'limited' | 'recovering' | 'normal';
  /** Null: it is not suspended, or until it is resumed. */
  readonly suspendedUntil: Date | null;
  readonly limitedUntil: Date | null;
  /** When nothing of the limit is left. */
  readonly recoveredAt: Date | null;
  readonly reason: string | null;
  /** The operator who suspended it. */
  readonly operator: string | null;
  /** The throttle rule that suspended or limited it. */
  readonly rule: string | null;
  /** Suspensions by failures since the last success. */
  readonly suspensionsInARow: number;
  readonly workers: number;
  readonly connections: number;
  /** Whether workers have use for more connections. */
  readonly isWaiting: boolean;
  /** At present and normally; null: not known. */
  readonly allowed: Limits;
  readonly normal: Limits;
  readonly usedAt: Date | null;
}

export interface SitesFilter {
  readonly onlyThrottled: boolean;
  /** Only with this text in their name. */
  readonly search?: string | undefined;
  readonly limit: number;
}

/** Those that workers have not used first, then the last used first. */
export async function readSites(
  redis: RedisClient,
  suspensions: readonly OperatorSuspension[],
  { onlyThrottled, search, limit }: SitesFilter,
): Promise<PlatformSite[]> {
  const views = await listSites(redis, onlyThrottled || search !== undefined ? sitesMax : limit);
  const known = new Set(views.map(({ site }) => site));
  const unused = suspensions.filter(({ site }) => !known.has(site)).map(unusedSite);
  return chosen([...unused, ...views.map((view) => siteOf(view, suspensions))], {
    ...{ onlyThrottled, search, limit },
  });
}

/** What is known of sites while Redis does not answer. */
export function suspendedSites(
  suspensions: readonly OperatorSuspension[],
  filter: SitesFilter,
): PlatformSite[] {
  return chosen(suspensions.map(unusedSite), filter);
}

function chosen(
  sites: readonly PlatformSite[],
  { onlyThrottled, search = '', limit }: SitesFilter,
): PlatformSite[] {
  return sites
    .filter((site) => !onlyThrottled || site.state === 'suspended' || site.reason !== null)
    .filter(({ site }) => site.includes(search.toLowerCase()))
    .slice(0, limit);
}

export function siteOf(view: SiteView, suspensions: readonly OperatorSuspension[]): PlatformSite {
  const byOperator = suspensions.find(
    ({ site, source }) => site === view.site && (source === null || source === view.source),
  );
  const { suspended, limit, inARow } = view.state;
  const limitedUntil = limit ? inMs(limit.leftMs) : null;
  const recovered =
    limit && limitedUntil && view.normal ? recoveredAt(view.normal, { ...limit, until: limitedUntil }) : null;
  return {
    ...{ site: view.site, source: view.source },
    state: byOperator || suspended ? 'suspended' : stateOf(view, recovered),
    suspendedUntil: byOperator ? byOperator.until : suspended ? inMs(suspended.leftMs) : null,
    ...{ limitedUntil, recoveredAt: recovered },
    reason: byOperator?.reason ?? suspended?.reason ?? limit?.reason ?? null,
    operator: byOperator?.operator ?? null,
    rule: suspended?.rule ?? limit?.rule ?? null,
    suspensionsInARow: inARow,
    ...{ workers: view.workers, connections: view.connections, isWaiting: view.missing > 0 },
    ...{ allowed: view.allowed, normal: view.normal, usedAt: view.usedAt },
  };
}

function stateOf({ state: { limit, inARow } }: SiteView, recovered: Date | null): PlatformSite['state'] {
  if (limit !== null && limit.leftMs > 0) return 'limited';
  const recovers = recovered !== null && recovered.getTime() > Date.now();
  return recovers || inARow > 0 ? 'recovering' : 'normal';
}

/** A site that an operator has suspended, and that Redis does not know. */
function unusedSite({ site, source, until, operator, reason }: OperatorSuspension): PlatformSite {
  return {
    ...{ site, source, state: 'suspended', suspendedUntil: until, limitedUntil: null, recoveredAt: null },
    ...{ reason, operator, rule: null, suspensionsInARow: 0 },
    ...{ workers: 0, connections: 0, isWaiting: false, allowed: null, normal: null, usedAt: null },
  };
}

function inMs(leftMs: number): Date {
  return new Date(Date.now() + Math.round(leftMs));
}
