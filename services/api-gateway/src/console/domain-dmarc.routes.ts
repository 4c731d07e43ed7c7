import { AppError, isId } from '@postrider/contracts';
import type { DomainDmarcPolicy } from '@postrider/contracts/console';
import type { Pool } from '@postrider/db';
import { publishedDmarcPolicy } from '@postrider/mail';
import { changeDomain } from '@postrider/operator';
import type { Clock } from '@postrider/runtime';
import { authorOf } from '../audit/record-audit-entry';
import { nextDmarcStep } from '../domains/dmarc/dmarc-ramp';
import { consoleRoute, type ConsoleRoute, type MemberPrincipal } from './console-route';
import { findDomainDmarc } from './domain-dmarc.repository';
import { domainEndpoints as endpoints } from './endpoints/domain.endpoints';

interface DomainDmarcRouteOptions {
  readonly pool: Pool;
  readonly clock: Clock;
}

export function domainDmarcRoutes(options: DomainDmarcRouteOptions): ConsoleRoute[] {
  return [
    consoleRoute(endpoints.readDmarcPolicy, async ({ member, params: { id } }) => ({
      body: await read(options, member, id),
    })),
    consoleRoute(
      endpoints.setDmarcPolicy,
      async ({ member, body: { policy }, params: { id }, requestId }) => {
        const before = await read(options, member, id);
        if (policy !== before.policy) {
          const { actor } = authorOf({ principal: member, requestId });
          const change = {
            action: 'domain.set_dmarc_policy',
            column: 'dmarc_policy',
            value: policy,
          } as const;
          await changeDomain(options.pool, before.id, { ...change, actor });
        }
        return { body: await read(options, member, id) };
      },
    ),
  ];
}

const daysShown = 30;
const dayMs = 86_400_000;

/** @throws AppError `not_found` */
async function read(
  { pool, clock }: DomainDmarcRouteOptions,
  { organization, domainIds }: MemberPrincipal,
  id: string,
): Promise<DomainDmarcPolicy> {
  const today = Math.floor(clock.now().getTime() / dayMs);
  const from = new Date((today - daysShown + 1) * dayMs);
  const row = isId(id)
    ? await findDomainDmarc(pool, { organizationId: organization.id, id: id.toLowerCase(), from })
    : null;
  if (row === null || (domainIds !== null && !domainIds.includes(row.id))) throw new AppError('not_found');
  const { policy, reportedDays, messages, passed } = row;
  const published = publishedDmarcPolicy(
    row.records.find(({ record }) => record === 'DMARC')?.observed ?? [],
  );
  return {
    object: 'domain_dmarc_policy',
    ...{ id: row.id, policy, published_policy: published },
    ...{ days: daysShown, reported_days: reportedDays, messages, passed },
    failing_sources: row.failingSources,
    ...nextDmarcStep({ chosen: policy, published }, row),
  };
}
