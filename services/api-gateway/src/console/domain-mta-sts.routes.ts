import { domainMtaSts, setDomainMtaStsRequest, type DomainMtaSts } from '@postrider/contracts/console';
import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import type { Pool } from '@postrider/db';
import { authorOf } from '../audit/record-audit-entry';
import { policyText, policyUrl } from '../domains/mta-sts/mta-sts-policy';
import { findMtaSts, setMtaSts, type DomainMtaStsRow } from '../domains/mta-sts/mta-sts.repository';
import { consoleRoute } from './console-route';
import type { MemberPrincipal } from './console-request';
import type { ConsoleTools } from './console-tools';

export const domainMtaStsRoutes = [
  consoleRoute({
    operationId: 'readDomainMtaSts',
    method: 'GET',
    path: '/domains/:id/mta-sts',
    access: 'viewer',
    summary: 'Get the MTA-STS policy of a domain',
    description:
      'Returns the MTA-STS policy that Postrider serves for the domain, and the mail servers in its MX records.',
    tag: 'Domains',
    success: { status: 200, schema: domainMtaSts },
    errors: ['not_found'],
    handle: async ({ member, params: { id } }, tools) => ({
      body: await present(tools, await find(tools.pool, member, id)),
    }),
  }),
  consoleRoute({
    operationId: 'setDomainMtaSts',
    method: 'PUT',
    path: '/domains/:id/mta-sts',
    access: 'admin',
    body: setDomainMtaStsRequest,
    summary: 'Set the MTA-STS policy of a domain',
    description:
      'Postrider serves the policy at `url` within a minute while the domain is verified, and adds two `MTA_STS` records to the records of the domain. `POST /domains/{id}/publish` writes them with the `dns_mode` `cloudflare`; otherwise, publish them yourself. The proxy in front of Postrider needs a certificate for the host of `url`.',
    tag: 'Domains',
    success: { status: 200, schema: domainMtaSts },
    errors: ['not_found', 'validation_error'],
    handle: async ({ member, body, params: { id }, requestId }, tools) => {
      const { pool, clock } = tools;
      const row = await find(pool, member, id);
      const key = { organizationId: member.organization.id, id: row.id };
      await setMtaSts(pool, key, {
        ...{ mode: body.mode, mailServers: body.mail_servers },
        policyId: clock.now().toISOString().replace(/\D/g, ''),
        ...authorOf({ principal: member, requestId }),
      });
      return { body: await present(tools, await find(pool, member, id)) };
    },
  }),
];

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
  { lookup }: ConsoleTools,
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
