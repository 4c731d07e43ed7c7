import {
  listOperatorSitesQuery,
  operatorSites,
  operatorSitesMax,
  resumeSiteRequest,
  siteResumption,
  siteSuspension,
  suspendSiteRequest,
  type OperatorSite,
} from '@postrider/contracts/console';
import {
  readSites,
  readSuspensions,
  resumeSite,
  suspendedSites,
  suspendSite,
  tryAtOnce,
  type PlatformSite,
  type TriedAtOnce,
} from '@postrider/operator';
import { operatorRoute } from '../console-route';
import { loginOf } from './platform';

export const siteRoutes = [
  operatorRoute({
    operationId: 'listOperatorSites',
    method: 'GET',
    path: '/operator/sites',
    query: listOperatorSitesQuery,
    summary: 'List sites',
    description:
      'Returns the sites of the last two days with their present and normal limits, suspensions and reasons.',
    success: { status: 200, schema: operatorSites },
    errors: [],
    handle: async ({ query: { state, search } }, { pool, redis, log }) => {
      const suspensions = await readSuspensions(pool);
      const filter = { onlyThrottled: state === 'throttled', search, limit: operatorSitesMax + 1 };
      const found = await readSites(redis, suspensions, filter).catch((error: unknown) => {
        log.warn({ err: error }, 'sites are not read from Redis');
        return null;
      });
      const sites = found ?? suspendedSites(suspensions, filter);
      return {
        body: {
          object: 'operator_sites' as const,
          sites: sites.slice(0, operatorSitesMax).map(present),
          cut: sites.length > operatorSitesMax,
          redis_answers: found !== null,
        },
      };
    },
  }),
  operatorRoute({
    operationId: 'suspendOperatorSite',
    method: 'POST',
    path: '/operator/sites/suspend',
    body: suspendSiteRequest,
    summary: 'Suspend a site',
    description: 'Workers stop using it within 5 seconds, and its email waits.',
    success: { status: 200, schema: siteSuspension },
    errors: [],
    handle: async ({ session, body: { site, source = null, reason, minutes } }, { pool, clock }) => {
      const until = minutes === undefined ? null : new Date(clock.now().getTime() + minutes * 60_000);
      await suspendSite(pool, { site, source, reason, until, operator: loginOf(session) });
      const suspended_until = until?.toISOString() ?? null;
      return { body: { object: 'site_suspension' as const, site, source, reason, suspended_until } };
    },
  }),
  operatorRoute({
    operationId: 'resumeOperatorSite',
    method: 'POST',
    path: '/operator/sites/resume',
    body: resumeSiteRequest,
    summary: 'Resume a site',
    description:
      'Ends all suspensions, limits and back-off of a site, and makes its deferred email due. A request looks at 50,000 waiting messages; `next` continues.',
    success: { status: 200, schema: siteResumption },
    errors: [],
    handle: async ({ session, body: { site, source = null, after } }, { pool, redis }) => {
      const given = { site, source, operator: loginOf(session) };
      const ended =
        after === undefined
          ? await resumeSite(pool, () => Promise.resolve(redis), given)
          : { suspensions: 0, throttles: 0 };
      const tried = await tryAtOnce(pool, { site }, { after: positionOf(after), pagesMax: duePagesMax });
      return {
        body: {
          object: 'site_resumption' as const,
          ...{ suspensions_ended: ended.suspensions, throttles_ended: ended.throttles },
          ...presentMadeDue(tried),
        },
      };
    },
  }),
];

/** Of a request: 50,000 messages, so that it takes about a second. */
export const duePagesMax = 10;

export function positionOf(after: NonNullable<NextDue> | undefined) {
  if (after === undefined) return null;
  return { lane: after.lane, dueAt: after.due_at === null ? null : new Date(after.due_at) };
}

type NextDue = ReturnType<typeof presentMadeDue>['next'];

export function presentMadeDue({ messages, next }: TriedAtOnce) {
  return {
    messages_due: messages,
    next: next && { lane: next.lane, due_at: next.dueAt?.toISOString() ?? null },
  };
}

function present(site: PlatformSite): OperatorSite {
  const { allowed, normal } = site;
  return {
    ...{ site: site.site, source: site.source, state: site.state },
    suspended_until: site.suspendedUntil?.toISOString() ?? null,
    limited_until: site.limitedUntil?.toISOString() ?? null,
    recovered_at: site.recoveredAt?.toISOString() ?? null,
    ...{ reason: site.reason, operator: site.operator, rule: site.rule },
    suspensions_in_a_row: site.suspensionsInARow,
    ...{ workers: site.workers, connections: site.connections, waiting: site.isWaiting },
    connections_max: allowed?.connections ?? null,
    messages_per_second_max: finite(allowed?.perSecond),
    normal_connections_max: normal?.connections ?? null,
    normal_messages_per_second_max: finite(normal?.perSecond),
    used_at: site.usedAt?.toISOString() ?? null,
  };
}

/** Null: no limit, or not known. */
function finite(perSecond: number | undefined): number | null {
  return perSecond !== undefined && Number.isFinite(perSecond) ? perSecond : null;
}
