import { AppError, type OperatorSource, type OperatorTransport } from '@postrider/contracts';
import {
  changeSource,
  findTransport,
  listSources,
  readTransports,
  removeSource,
  resumeTransport,
  setDisabled,
  siteRegions,
  tryAtOnce,
  type PlatformTransport,
  type SourceRow,
  type TransportsOf,
} from '@postrider/operator';
import { isBuiltInTransport } from '@postrider/providers';
import { consoleRoute, type ConsoleRoute } from '../console-route';
import { deliveryEndpoints as endpoints } from '../endpoints/delivery.endpoints';
import { loginOf, type OperatorRouteOptions } from './platform';
import { duePagesMax, positionOf, presentMadeDue } from './sites.routes';

export function deliveryRoutes(options: OperatorRouteOptions): ConsoleRoute[] {
  const { pool } = options;
  return [
    consoleRoute(endpoints.listSources, async () => {
      const sources = await listSources(pool);
      return { body: { object: 'operator_sources' as const, sources: sources.map(presentSource) } };
    }),
    consoleRoute(endpoints.changeSource, async ({ session, body: { address, change } }) => {
      const operator = loginOf(session);
      const pool_active =
        change === 'remove'
          ? await remove(options, address, operator)
          : ((await changeSource(pool, { address, change, operator }))?.active ?? notFound());
      return { body: { object: 'source_change' as const, address, change, pool_active } };
    }),
    consoleRoute(endpoints.listTransports, async () => {
      const transports = await readTransports(transportsOf(options));
      return { body: { object: 'operator_transports' as const, transports: transports.map(present) } };
    }),
    consoleRoute(endpoints.changeTransport, async ({ session, body: { name, change, after } }) => {
      const operator = loginOf(session);
      const done = { object: 'transport_change' as const, name, change };
      if (change !== 'resume') {
        if (!(await setDisabled(pool, { name, isDisabled: change === 'disable', operator }))) notFound();
        return { body: { ...done, throttles_ended: 0, messages_due: 0, next: null } };
      }
      if (!isBuiltInTransport(name) && !(await findTransport(pool, name))) notFound();
      const throttles_ended =
        after === undefined ? await resumeTransport(transportsOf(options), name, operator) : 0;
      const position = { after: positionOf(after), pagesMax: duePagesMax };
      const tried = await tryAtOnce(pool, { transport: name }, position);
      return { body: { ...done, throttles_ended, ...presentMadeDue(tried) } };
    }),
  ];
}

function notFound(): never {
  throw new AppError('not_found');
}

/** Regions of the settings are known to workers alone: those that they have used. */
function transportsOf({ pool, redis }: OperatorRouteOptions): TransportsOf {
  return { pool, redis: () => Promise.resolve(redis), regionsOf: (name) => siteRegions(redis, name) };
}

async function remove({ pool }: OperatorRouteOptions, address: string, operator: string): Promise<null> {
  const removal = await removeSource(pool, address, operator);
  if (removal.kind === 'missing') return notFound();
  if (removal.kind === 'pinned') {
    const { pool: name, domains } = removal;
    const problem = `address: is the last one of the pool ${name}, which ${domains} domains use`;
    throw new AppError('validation_error', problem);
  }
  return null;
}

function presentSource(row: SourceRow): OperatorSource {
  const { reverse_name_checked_at: checkedAt, reverse_name_error: error } = row;
  return {
    ...{ address: row.address, bind_address: row.bind_address, hello_name: row.hello_name },
    ...{ pool: row.pool, status: row.status },
    reverse_dns: checkedAt === null ? 'unchecked' : error === null ? 'ok' : 'wrong',
    reverse_dns_error: error,
    warm_up_started_at: row.warm_up_started_at?.toISOString() ?? null,
    warm_up_today: row.warm_up_today,
    seen_at: row.seen_by_a_worker_at?.toISOString() ?? null,
  };
}

function present({ states, disabledAt, givenBy, ...row }: PlatformTransport): OperatorTransport {
  const isOut = states?.some(({ state }) => state === 'out') ?? false;
  return {
    ...{ name: row.name, kind: row.kind, given_by: givenBy, fallback: row.fallback, domains: row.domains },
    disabled_at: disabledAt?.toISOString() ?? null,
    state: states === null ? 'unknown' : isOut ? 'out' : 'up',
    units: (states ?? []).map(({ unit, state, since, failures, failedAt, reason, probeAt }) => ({
      ...{ name: unit, state, failures, reason },
      since: new Date(since).toISOString(),
      failed_at: new Date(failedAt).toISOString(),
      next_attempt_at: state === 'out' ? new Date(probeAt).toISOString() : null,
    })),
  };
}
