import { AppError, isId } from '@postrider/contracts';
import type { DomainMtaSts } from '@postrider/contracts/console';
import type { Pool } from '@postrider/db';
import type { Clock, RecordLookup } from '@postrider/runtime';
import { authorOf } from '../audit/record-audit-entry';
import { policyText, policyUrl } from '../domains/mta-sts/mta-sts-policy';
import { findMtaSts, setMtaSts, type DomainMtaStsRow } from '../domains/mta-sts/mta-sts.repository';
import { consoleRoute, type ConsoleRoute, type MemberPrincipal } from './console-route';
import { domainEndpoints as endpoints } from './endpoints/domain.endpoints';

interface DomainMtaStsRouteOptions {
  readonly pool: Pool;
  readonly lookup: RecordLookup;
  readonly clock: Clock;
}

export function domainMtaStsRoutes(options: DomainMtaStsRouteOptions): ConsoleRoute[] {
  const { pool, clock } = options;
  return [
    consoleRoute(endpoints.readMtaSts, async ({ member, params: { id } }) => ({
      body: await present(options, await find(pool, member, id)),
    })),
    consoleRoute(endpoints.setMtaSts, async ({ member, body, params: { id }, requestId }) => {
      const row = await find(pool, member, id);
      const key = { organizationId: member.organization.id, id: row.id };
      await setMtaSts(pool, key, {
        ...{ mode: body.mode, mailServers: body.mail_servers },
        policyId: clock.now().toISOString().replace(/\D/g, ''),
        ...authorOf({ principal: member, requestId }),
      });
      return { body: await present(options, await find(pool, member, id)) };
    }),
  ];
}

/** @throws AppError `not_found` */
async function find(
  pool: Pool,
  { organization, domainIds }: MemberPrincipal,
  id: string,
): Promise<DomainMtaStsRow> {
  const row = isId(id)
    ? await findMtaSts(pool, { organizationId: organization.id, id: id.toLowerCase() })
    : null;
  if (row === null || (domainIds !== null && !domainIds.includes(row.id))) throw new AppError('not_found');
  return row;
}

async function present(
  { lookup }: DomainMtaStsRouteOptions,
  { id, name, mode, mailServers }: DomainMtaStsRow,
): Promise<DomainMtaSts> {
  const answer = await lookup.find('MX', name);
  const found = answer.kind === 'values' ? answer.values : [];
  return {
    object: 'domain_mta_sts',
    ...{ id, mode, mail_servers: [...mailServers] },
    // Of a null MX, the host is empty.
    found_mail_servers: found.flatMap((value) => value.split(' ')[1] || []).map((host) => host.toLowerCase()),
    url: policyUrl(name),
    policy: mode === null ? null : policyText({ mode, mailServers }),
  };
}
