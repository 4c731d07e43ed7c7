import {
  AppError,
  isId,
  reservedSlugs,
  type OperatorApiKey,
  type OperatorDomain,
  type OperatorWebhook,
} from '@postrider/contracts';
import {
  changeDomain,
  changeOrganization,
  CommandRefused,
  createOrganization,
  enableWebhook,
  findOrganizationId,
  findPools,
  isTransport,
  listApiKeys,
  listDomains,
  listWebhooks,
  requestRotation,
  revokeApiKey,
  startReplay,
  type ApiKeyRow,
  type DomainRow,
  type WebhookRow,
} from '@postrider/operator';
import { createPager } from '../../paging/page';
import { createPublishEndpointChange } from '../../webhooks/webhook-request';
import { consoleRoute, type ConsoleRoute } from '../console-route';
import { resourceEndpoints as endpoints } from '../endpoints/resource.endpoints';
import { find, present } from './organizations.routes';
import { listScope, loginOf, type OperatorRouteOptions } from './platform';

/** What operators do for one organization besides its state and plan. */
export function resourceRoutes(options: OperatorRouteOptions): ConsoleRoute[] {
  return [...ownRoutes(options), ...domainRoutes(options), ...webhookRoutes(options)];
}

function ownRoutes({ pool, bumpCacheVersion }: OperatorRouteOptions): ConsoleRoute[] {
  return [
    consoleRoute(endpoints.createOrganization, async ({ session, body: { alert_email, ...given } }) => {
      if (reservedSlugs.has(given.slug)) throw new AppError('slug_taken', 'The slug is reserved.');
      const organization = { ...given, alertEmail: alert_email ?? null };
      const id = await createOrganization(pool, organization, loginOf(session));
      if (id === null) throw new AppError('slug_taken');
      return { body: present(await find(pool, id)) };
    }),
    consoleRoute(endpoints.renameOrganization, async ({ session, params: { id }, body: { name } }) => {
      const row = await find(pool, id);
      const change = { action: 'org.update' as const, columns: { name }, operator: loginOf(session) };
      await changeOrganization(pool, row.id, change);
      await bumpCacheVersion(row.id);
      return { body: present(await find(pool, row.id)) };
    }),
    consoleRoute(endpoints.listKeys, async ({ params: { id } }) => {
      const keys = await listApiKeys(pool, (await find(pool, id)).id);
      return {
        body: { object: 'operator_api_keys' as const, keys: keys.slice(0, keysShownMax).map(presentKey) },
      };
    }),
    consoleRoute(endpoints.revokeKey, async ({ session, params: { id } }) => {
      const organizationId = isId(id) ? await revokeApiKey(pool, id, loginOf(session)) : null;
      if (organizationId === null) throw new AppError('not_found');
      await bumpCacheVersion(organizationId);
      return {};
    }),
  ];
}

const keysShownMax = 200;

function domainRoutes({ pool, cursors, bumpCacheVersion, clock }: OperatorRouteOptions): ConsoleRoute[] {
  return [
    consoleRoute(endpoints.listDomains, async ({ query: { organization, name, ...page } }) => {
      const organizationId = organization === undefined ? null : await findOrganizationId(pool, organization);
      if (organization !== undefined && organizationId === null) {
        throw new AppError('validation_error', `organization: there is no ${organization}`);
      }
      const pager = createPager(cursors, listScope('operator-domains'));
      const { limit, beforeId } = pager.start(page);
      const filter = { organizationId, name: name?.toLowerCase(), beforeId, limit: limit + 1 };
      return { body: pager.finish(await listDomains(pool, filter), limit, presentDomain) };
    }),
    consoleRoute(endpoints.updateDomain, async ({ session, params: { id }, body }) => {
      if (!isId(id)) throw new AppError('not_found');
      const changes = await changesOf(pool, body, clock.now());
      const actor = { type: 'operator', name: loginOf(session) } as const;
      for (const change of changes) {
        const organizationId = await changeDomain(pool, id.toLowerCase(), { ...change, actor });
        if (organizationId === null) throw new AppError('not_found');
        await bumpCacheVersion(organizationId);
      }
      return { body: { object: 'operator_domain_change' as const, id } };
    }),
    consoleRoute(endpoints.rotateDomainKeys, async ({ session, params: { id } }) => {
      const actor = { type: 'operator', name: loginOf(session) } as const;
      const given = { nameOrId: id.toLowerCase(), days: 0, actor };
      const asked = isId(id) ? await requestRotation(pool, given) : [];
      if (asked.length === 0) throw new AppError('domain_not_verified');
      return { body: { object: 'operator_domain_change' as const, id } };
    }),
  ];
}

type DomainChange = Omit<Parameters<typeof changeDomain>[2], 'actor'>;

interface GivenDomainChange {
  readonly transport?: string | undefined;
  readonly source_pool?: string | null | undefined;
  readonly daily_cap?: number | null | undefined;
  readonly warm_up?: 'start' | 'end' | undefined;
}

/** @throws AppError `validation_error` when there is no such transport or pool */
async function changesOf(
  pool: OperatorRouteOptions['pool'],
  { transport, source_pool: sourcePool, daily_cap: dailyCap, warm_up: warmUp }: GivenDomainChange,
  now: Date,
): Promise<readonly DomainChange[]> {
  const changes: DomainChange[] = [];
  if (transport !== undefined) {
    if (!(await isTransport(pool, transport))) {
      throw new AppError('validation_error', `transport: there is no ${transport}`);
    }
    changes.push({ action: 'domain.set_transport', column: 'transport', value: transport });
  }
  if (sourcePool !== undefined) {
    if (sourcePool !== null && !(await findPools(pool)).includes(sourcePool)) {
      throw new AppError('validation_error', `source_pool: there is no ${sourcePool}`);
    }
    changes.push({ action: 'domain.set_source_pool', column: 'source_pool', value: sourcePool });
  }
  if (dailyCap !== undefined) {
    changes.push({ action: 'domain.set_daily_cap', column: 'daily_cap', value: dailyCap });
  }
  if (warmUp !== undefined) {
    const value = warmUp === 'start' ? now : null;
    changes.push({ action: `domain.warm_up_${warmUp}`, column: 'warm_up_started_at', value });
  }
  return changes;
}

function presentDomain({ waiting_keys, warm_up_started_at, ...row }: DomainRow): OperatorDomain {
  return {
    object: 'operator_domain',
    ...{ id: row.id, name: row.name, organization: row.organization, status: row.status },
    ...{ transport: row.transport, source_pool: row.source_pool, daily_cap: row.daily_cap },
    warm_up_started_at: warm_up_started_at?.toISOString() ?? null,
    keys_waiting: waiting_keys !== null,
  };
}

function webhookRoutes(options: OperatorRouteOptions): ConsoleRoute[] {
  const { pool, cursors, clock } = options;
  const publishEndpointChange = createPublishEndpointChange(options);
  /** @throws AppError `not_found` */
  const requireWebhook = async (id: string): Promise<void> => {
    const [found] = isId(id) ? await listWebhooks(pool, { organizationId: null, id, limit: 1 }) : [];
    if (found === undefined) throw new AppError('not_found');
  };
  return [
    consoleRoute(endpoints.listWebhooks, async ({ query: { organization, state, ...page } }) => {
      const organizationId = organization === undefined ? null : await findOrganizationId(pool, organization);
      if (organization !== undefined && organizationId === null) {
        throw new AppError('validation_error', `organization: there is no ${organization}`);
      }
      const pager = createPager(cursors, listScope('operator-webhooks'));
      const { limit, beforeId } = pager.start(page);
      const filter = { organizationId, dead: state === 'dead', beforeId, limit: limit + 1 };
      return { body: pager.finish(await listWebhooks(pool, filter), limit, presentWebhook) };
    }),
    consoleRoute(endpoints.enableWebhook, async ({ session, params: { id } }) => {
      await requireWebhook(id);
      await publishEndpointChange(await enableWebhook(pool, id, loginOf(session)));
      return { body: { object: 'operator_webhook_change' as const, id, replay_id: null, is_enabled: true } };
    }),
    consoleRoute(endpoints.replayWebhook, async ({ session, params: { id }, body }) => {
      await requireWebhook(id);
      const [since, until] = [new Date(body.since), clock.now()];
      if (since > until) throw new AppError('validation_error', 'since: must not be in the future');
      const asked = { since, until, events: [], operator: loginOf(session) };
      const replay = await startReplay(pool, id, asked).catch((error: unknown) => {
        throw error instanceof CommandRefused
          ? new AppError('validation_error', `id: ${error.message}`)
          : error;
      });
      await publishEndpointChange(replay.organization_id);
      return {
        body: { object: 'operator_webhook_change' as const, id, replay_id: replay.id, is_enabled: true },
      };
    }),
  ];
}

function presentKey(row: ApiKeyRow): OperatorApiKey {
  return {
    object: 'operator_api_key',
    ...{ id: row.id, name: row.name, mode: row.mode, permission: row.permission, prefix: row.prefix },
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}

function presentWebhook(row: WebhookRow): OperatorWebhook {
  return {
    object: 'operator_webhook',
    ...{ id: row.id, organization: row.organization, url: row.url, status: row.status },
    disabled_reason: row.disabled_reason,
    failing_since: row.failing_since?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
