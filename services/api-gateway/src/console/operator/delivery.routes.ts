import {
  addSourceRequest,
  changeSourceRequest,
  changeTransportRequest,
  operatorSources,
  operatorTransports,
  setTransportRequest,
  sourceAdded,
  sourceChanged,
  transportChanged,
  transportSet,
  type OperatorSource,
  type OperatorTransport,
} from '@postrider/contracts/console';
import { AppError, invalidField, validationError } from '@postrider/contracts/errors';
import { transportName } from '@postrider/contracts/transports';
import type { Pool } from '@postrider/db';
import {
  addSource,
  changeSource,
  describeKinds,
  isTransport,
  listSources,
  readHelloName,
  readSourceAddress,
  readTransports,
  removeSource,
  removeTransport,
  resumeTransport,
  setDisabled,
  setTransport,
  siteRegions,
  tryAtOnce,
  type PlatformTransport,
  type SourceRow,
  type TransportsOf,
} from '@postrider/operator';
import { transportKinds } from '@postrider/providers';
import { isPublicAddress } from '@postrider/runtime';
import { operatorRoute } from '../console-route';
import type { ConsoleTools } from '../console-tools';
import { loginOf } from './platform';
import { duePagesMax, positionOf, presentMadeDue } from './sites.routes';

export const sourceRoutes = [
  operatorRoute({
    operationId: 'listOperatorSources',
    method: 'GET',
    path: '/operator/sources',
    summary: 'List source addresses',
    description: 'Returns the addresses that email is sent from, with their PTR check and warm-up.',
    success: { status: 200, schema: operatorSources },
    errors: [],
    handle: async (_request, { pool }) => {
      const sources = await listSources(pool);
      return { body: { object: 'operator_sources' as const, sources: sources.map(presentSource) } };
    },
  }),
  operatorRoute({
    operationId: 'addOperatorSource',
    method: 'POST',
    path: '/operator/sources',
    body: addSourceRequest,
    summary: 'Add a source address',
    description: 'Adds an address. Workers whose machine has it use it within seconds.',
    success: { status: 200, schema: sourceAdded },
    errors: [],
    handle: async ({ session, body }, { pool }) => {
      const address = readAddress('address', body.address);
      const given = {
        address,
        bindAddress: body.bind_address === null ? null : readAddress('bind_address', body.bind_address),
        helloName: readHelloName(body.hello_name) ?? invalid('hello_name', 'must be a host name'),
        ...{ pool: body.pool, warmUp: body.warm_up },
      };
      const result = await addSource(pool, given, loginOf(session));
      if (result === 'exists') invalid('address', 'already exists');
      if (result === 'other_family') invalid('bind_address', 'must be of the same family as the address');
      return { body: { object: 'source_added' as const, address, is_public: isPublicAddress(address) } };
    },
  }),
  operatorRoute({
    operationId: 'changeOperatorSource',
    method: 'POST',
    path: '/operator/sources/change',
    body: changeSourceRequest,
    summary: 'Change a source address',
    description:
      'Pauses, resumes, warms up or removes an address. The last address of a pool that domains use is not removed.',
    success: { status: 200, schema: sourceChanged },
    errors: ['not_found'],
    handle: async ({ session, body: { address, change } }, { pool }) => {
      const operator = loginOf(session);
      const pool_active =
        change === 'remove'
          ? await removeAddress(pool, address, operator)
          : ((await changeSource(pool, { address, change, operator }))?.active ?? notFound());
      return { body: { object: 'source_change' as const, address, change, pool_active } };
    },
  }),
];

export const transportRoutes = [
  operatorRoute({
    operationId: 'listOperatorTransports',
    method: 'GET',
    path: '/operator/transports',
    summary: 'List transports',
    description: 'Returns all transports with their state and last failure, and the kinds of transports.',
    success: { status: 200, schema: operatorTransports },
    errors: [],
    handle: async (_request, tools) => {
      const transports = await readTransports(transportsOf(tools));
      return {
        body: {
          object: 'operator_transports' as const,
          transports: transports.map(present),
          kinds: describeKinds(),
        },
      };
    },
  }),
  operatorRoute({
    operationId: 'setOperatorTransport',
    method: 'PUT',
    path: '/operator/transports/:name',
    isSensitive: true,
    body: setTransportRequest,
    summary: 'Set a transport',
    description:
      'Creates or replaces a transport. Of one that settings define, only the fallback is set. The secret is stored encrypted and never returned.',
    success: { status: 200, schema: transportSet },
    errors: [],
    handle: async ({ session, params, body }, { pool, secretBox }) => {
      const name = readTransportName(params.name);
      const { kind, options: given, secret, fallback } = body;
      const known = transportKinds.find((each) => each === kind);
      if (known === undefined) return invalid('kind', `must be one of ${transportKinds.join(', ')}`);
      const input = { name, kind: known, options: given, secret, fallback };
      const problems = await setTransport({ pool, secretBox: () => secretBox }, input, loginOf(session));
      if (problems.length > 0) throw validationError(problems);
      return { body: { object: 'transport_set' as const, name } };
    },
  }),
  operatorRoute({
    operationId: 'removeOperatorTransport',
    method: 'DELETE',
    path: '/operator/transports/:name',
    isSensitive: true,
    summary: 'Remove a transport',
    description:
      'Removes a transport that no domain and no fallback uses. One that settings define loses what was changed about it.',
    success: { status: 204, schema: null },
    errors: ['validation_error', 'not_found'],
    handle: async ({ session, params: { name } }, { pool }) => {
      const users = await removeTransport(pool, name, loginOf(session));
      if (users === 'missing') notFound();
      if (users.length > 0) {
        const named = users.map((row) => `${String(row['what'])} ${String(row['name'])}`).join(', ');
        invalid('name', `is still used by ${named}`);
      }
      return {};
    },
  }),
  operatorRoute({
    operationId: 'changeOperatorTransport',
    method: 'POST',
    path: '/operator/transports/change',
    body: changeTransportRequest,
    summary: 'Change a transport',
    description:
      'Disables, enables or resumes a transport. Of a resumed one, a request looks at 50,000 waiting messages; `next` continues.',
    success: { status: 200, schema: transportChanged },
    errors: ['not_found'],
    handle: async ({ session, body: { name, change, after } }, tools) => {
      const { pool } = tools;
      const operator = loginOf(session);
      const done = { object: 'transport_change' as const, name, change };
      if (change !== 'resume') {
        if (!(await setDisabled(pool, { name, isDisabled: change === 'disable', operator }))) notFound();
        return { body: { ...done, throttles_ended: 0, messages_due: 0, next: null } };
      }
      if (!(await isTransport(pool, name))) notFound();
      const throttles_ended =
        after === undefined ? await resumeTransport(transportsOf(tools), name, operator) : 0;
      const position = { after: positionOf(after), pagesMax: duePagesMax };
      const tried = await tryAtOnce(pool, { transport: name }, position);
      return { body: { ...done, throttles_ended, ...presentMadeDue(tried) } };
    },
  }),
];

function invalid(field: string, problem: string): never {
  throw invalidField(field, problem);
}

function readAddress(field: string, text: string): string {
  return readSourceAddress(text) ?? invalid(field, 'must be an IPv4 or IPv6 address');
}

function readTransportName(text: string): string {
  const { data } = transportName.safeParse(text);
  return data ?? invalid('name', 'must be lowercase letters, digits, - and _, at most 63');
}

function notFound(): never {
  throw new AppError('not_found');
}

/** Regions of the settings are known to workers alone: those that they have used. */
function transportsOf({ pool, redis }: ConsoleTools): TransportsOf {
  return { pool, redis: () => Promise.resolve(redis), regionsOf: (name) => siteRegions(redis, name) };
}

async function removeAddress(pool: Pool, address: string, operator: string): Promise<null> {
  const removal = await removeSource(pool, address, operator);
  if (removal.kind === 'missing') return notFound();
  if (removal.kind === 'pinned') {
    const { pool: name, domains } = removal;
    throw invalidField('address', `is the last one of the pool ${name}, which ${domains} domains use`);
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
    ...{ options: row.options as OperatorTransport['options'], has_secret: row.has_secret },
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
