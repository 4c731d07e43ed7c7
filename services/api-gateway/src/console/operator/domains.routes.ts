import {
  listOperatorDomainsQuery,
  operatorDomainChanged,
  operatorDomainList,
  updateOperatorDomainRequest,
  type OperatorDomain,
} from '@postrider/contracts/console';
import { AppError, invalidField } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import {
  changeDomain,
  findPools,
  isTransport,
  listDomains,
  requestRotation,
  type DomainRow,
} from '@postrider/operator';
import { createPager } from '../../paging/page';
import { operatorRoute } from '../console-route';
import type { ConsoleTools } from '../console-tools';
import { listScope, loginOf, organizationIdOf } from './platform';

/** Sending domains of all organizations. */
export const domainRoutes = [
  operatorRoute({
    operationId: 'listOperatorDomains',
    method: 'GET',
    path: '/operator/domains',
    query: listOperatorDomainsQuery,
    summary: 'List domains of all organizations',
    description: 'Returns sending domains of all organizations or one, newest first.',
    success: { status: 200, schema: operatorDomainList },
    errors: [],
    handle: async ({ query: { organization, name, ...page } }, { pool, cursors }) => {
      const organizationId = await organizationIdOf(pool, organization);
      const pager = createPager(cursors, listScope('operator-domains'));
      const { limit, beforeId } = pager.start(page);
      const filter = { organizationId, name: name?.toLowerCase(), beforeId, limit: limit + 1 };
      return { body: pager.finish(await listDomains(pool, filter), limit, presentDomain) };
    },
  }),
  operatorRoute({
    operationId: 'updateOperatorDomain',
    method: 'PATCH',
    path: '/operator/domains/:id',
    body: updateOperatorDomainRequest,
    summary: 'Update a domain of any organization',
    description:
      'Changes transport, pool, daily cap and warm-up of a domain. The audit log of its organization records it.',
    success: { status: 200, schema: operatorDomainChanged },
    errors: ['not_found'],
    handle: async ({ session, params: { id }, body }, { pool, clock, bumpCacheVersion }) => {
      if (!isId(id)) throw new AppError('not_found');
      const changes = await changesOf(pool, body, clock.now());
      const actor = { type: 'operator', name: loginOf(session) } as const;
      for (const change of changes) {
        const organizationId = await changeDomain(pool, id.toLowerCase(), { ...change, actor });
        if (organizationId === null) throw new AppError('not_found');
        await bumpCacheVersion(organizationId);
      }
      return { body: { object: 'operator_domain_change' as const, id } };
    },
  }),
  operatorRoute({
    operationId: 'rotateOperatorDomainKeys',
    method: 'POST',
    path: '/operator/domains/:id/rotate-keys',
    summary: 'Rotate DKIM keys of a domain of any organization',
    description:
      'Creates new DKIM keys for a verified domain. They sign once their records are found; old keys are removed a week later.',
    success: { status: 200, schema: operatorDomainChanged },
    errors: ['not_found', 'domain_not_verified'],
    handle: async ({ session, params: { id } }, { pool }) => {
      const actor = { type: 'operator', name: loginOf(session) } as const;
      const given = { nameOrId: id.toLowerCase(), days: 0, actor };
      const asked = isId(id) ? await requestRotation(pool, given) : [];
      if (asked.length === 0) throw new AppError('domain_not_verified');
      return { body: { object: 'operator_domain_change' as const, id } };
    },
  }),
];

type DomainChange = Omit<Parameters<typeof changeDomain>[2], 'actor'>;

interface GivenDomainChange {
  readonly transport?: string | undefined;
  readonly source_pool?: string | null | undefined;
  readonly daily_cap?: number | null | undefined;
  readonly warm_up?: 'start' | 'end' | undefined;
}

/** @throws AppError `validation_error` when there is no such transport or pool */
async function changesOf(
  pool: ConsoleTools['pool'],
  { transport, source_pool: sourcePool, daily_cap: dailyCap, warm_up: warmUp }: GivenDomainChange,
  now: Date,
): Promise<readonly DomainChange[]> {
  const changes: DomainChange[] = [];
  if (transport !== undefined) {
    if (!(await isTransport(pool, transport))) {
      throw invalidField('transport', `there is no ${transport}`);
    }
    changes.push({ action: 'domain.set_transport', column: 'transport', value: transport });
  }
  if (sourcePool !== undefined) {
    if (sourcePool !== null && !(await findPools(pool)).includes(sourcePool)) {
      throw invalidField('source_pool', `there is no ${sourcePool}`);
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
