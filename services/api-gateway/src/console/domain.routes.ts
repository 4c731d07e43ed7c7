import { domainSending, updateDomainSendingRequest, type DomainSending } from '@postrider/contracts/console';
import { AppError, invalidField } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { changeDomain, listKeys, requestRotation, type KeyRow } from '@postrider/operator';
import type { Pool } from '@postrider/db';
import { authorOf } from '../audit/record-audit-entry';
import { consoleRoute } from './console-route';
import { findDomainSending, findTransports, type DomainSendingRow } from './domain-sending.repository';
import type { MemberPrincipal } from './console-request';
import type { ConsoleTools } from './console-tools';

export const domainRoutes = [
  consoleRoute({
    operationId: 'readDomainSending',
    method: 'GET',
    path: '/domains/:id/sending',
    access: 'viewer',
    summary: 'Get how a domain sends',
    description: 'Returns DKIM keys, transport, warm-up and daily cap of a domain.',
    tag: 'Domains',
    success: { status: 200, schema: domainSending },
    errors: ['not_found'],
    handle: async ({ member, params: { id } }, tools) => ({
      body: await present(tools, member, id),
    }),
  }),
  consoleRoute({
    operationId: 'updateDomainSending',
    method: 'PATCH',
    path: '/domains/:id/sending',
    access: 'admin',
    body: updateDomainSendingRequest,
    summary: 'Update how a domain sends',
    description:
      'Changes transport, warm-up and daily cap. Only for internal organizations: the platform decides about domains of clients.',
    tag: 'Domains',
    success: { status: 200, schema: domainSending },
    errors: ['not_found', 'forbidden', 'validation_error'],
    handle: async ({ member, body, params: { id }, requestId }, tools) => {
      const { pool, bumpCacheVersion } = tools;
      const row = await find(pool, member, id);
      if (!mayChange(member)) {
        throw new AppError('forbidden', 'The platform sets transport, warm-up and cap of this domain.');
      }
      const { transport, daily_cap: dailyCap, warm_up: warmUp } = body;
      if (transport !== undefined && transport !== row.transport) await requireTransport(pool, transport);
      const { actor } = authorOf({ principal: member, requestId });
      if (transport !== undefined) {
        await changeDomain(pool, row.id, { ...setTransport, value: transport, actor });
      }
      if (dailyCap !== undefined) await changeDomain(pool, row.id, { ...setCap, value: dailyCap, actor });
      if (warmUp !== undefined) {
        const value = warmUp === 'start' ? tools.clock.now() : null;
        await changeDomain(pool, row.id, { ...setWarmUp(warmUp), value, actor });
      }
      await bumpCacheVersion(member.organization.id);
      return { body: await present(tools, member, id) };
    },
  }),
  consoleRoute({
    operationId: 'rotateDomainKeys',
    method: 'POST',
    path: '/domains/:id/rotate-keys',
    access: 'admin',
    summary: 'Rotate DKIM keys',
    description:
      'Creates new DKIM keys within seconds. Publish their records: once they are found, the new keys sign, and a week later the old ones are removed. `POST /domains/{id}/verify` checks at once. If new keys already wait for their records, nothing changes.',
    tag: 'Domains',
    success: { status: 200, schema: domainSending },
    errors: ['not_found', 'domain_not_verified'],
    handle: async ({ member, params: { id }, requestId }, tools) => {
      const { pool } = tools;
      const row = await find(pool, member, id);
      if (row.status !== 'verified') throw new AppError('domain_not_verified');
      const { actor } = authorOf({ principal: member, requestId });
      // Without effect where new keys wait for their records already.
      await requestRotation(pool, { nameOrId: row.id, days: 0, actor });
      return { body: await present(tools, member, id) };
    },
  }),
];

const setTransport = { action: 'domain.set_transport', column: 'transport' } as const;
const setCap = { action: 'domain.set_daily_cap', column: 'daily_cap' } as const;
const setWarmUp = (state: 'start' | 'end') =>
  ({ action: `domain.warm_up_${state}`, column: 'warm_up_started_at' }) as const;

/** Limits of a client protect the platform's reputation. */
function mayChange({ organization, actor }: MemberPrincipal): boolean {
  return organization.kind === 'internal' && (actor.role === 'owner' || actor.role === 'admin');
}

/** @throws AppError `not_found` */
async function find(
  pool: Pool,
  { organization, domainIds }: MemberPrincipal,
  id: string,
): Promise<DomainSendingRow> {
  const row = isId(id) ? await findDomainSending(pool, organization.id, id.toLowerCase()) : null;
  if (row === null || (domainIds !== null && !domainIds.includes(row.id))) throw new AppError('not_found');
  return row;
}

/** @throws AppError `validation_error` */
async function requireTransport(pool: Pool, name: string): Promise<void> {
  const transports = await findTransports(pool);
  if (transports.includes(name)) return;
  throw invalidField('transport', `must be one of ${transports.join(', ')}`);
}

const dayMs = 86_400_000;
const dayOf = (time: Date): number => Math.floor(time.getTime() / dayMs);

async function present(
  { pool, clock }: ConsoleTools,
  member: MemberPrincipal,
  id: string,
): Promise<DomainSending> {
  const row = await find(pool, member, id);
  const [keys, transports] = await Promise.all([listKeys(pool, row.id), findTransports(pool)]);
  const startedAt = row.warmUpStartedAt;
  return {
    object: 'domain_sending',
    ...{ id: row.id, transport: row.transport, transports, source_pool: row.sourcePool },
    warm_up:
      startedAt === null
        ? null
        : {
            started_at: startedAt.toISOString(),
            day: Math.max(1, dayOf(clock.now()) - dayOf(startedAt) + 1),
          },
    ...{ daily_cap: row.dailyCap, recipients_today: row.recipientsToday },
    key_rotation_requested_at: row.keyRotationRequestedAt?.toISOString() ?? null,
    dkim_keys: keys.map(presentKey),
    can_change: mayChange(member),
  };
}

const states = { signs: 'active', 'waits for its record': 'waiting', retired: 'retired' } as const;

function presentKey(key: KeyRow): DomainSending['dkim_keys'][number] {
  return {
    ...{ selector: key.selector, algorithm: key.algorithm, state: states[key.state] },
    record_status: key.record,
    created_at: key.created_at.toISOString(),
    verified_at: key.verified_at?.toISOString() ?? null,
    activated_at: key.activated_at?.toISOString() ?? null,
    retired_at: key.retired_at?.toISOString() ?? null,
  };
}
