import {
  domainDmarcPolicy,
  setDomainDmarcPolicyRequest,
  type DomainDmarcPolicy,
} from '@postrider/contracts/console';
import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { publishedDmarc } from '@postrider/mail';
import { changeDomain } from '@postrider/operator';
import { authorOf } from '../audit/record-audit-entry';
import { nextDmarcStep } from '../domains/dmarc/dmarc-ramp';
import { consoleRoute } from './console-route';
import { findDomainDmarc } from './domain-dmarc.repository';
import type { MemberPrincipal } from './console-request';
import type { ConsoleTools } from './console-tools';

export const domainDmarcRoutes = [
  consoleRoute({
    operationId: 'readDomainDmarcPolicy',
    method: 'GET',
    path: '/domains/:id/dmarc-policy',
    access: 'viewer',
    summary: 'Get the DMARC policy of a domain',
    description:
      'Returns the chosen policy, the one in DNS, and whether the DMARC reports of the last 30 days allow a stricter one.',
    tag: 'Domains',
    success: { status: 200, schema: domainDmarcPolicy },
    errors: ['not_found'],
    handle: async ({ member, params: { id } }, tools) => ({
      body: await read(tools, member, id),
    }),
  }),
  consoleRoute({
    operationId: 'setDomainDmarcPolicy',
    method: 'PUT',
    path: '/domains/:id/dmarc-policy',
    access: 'admin',
    body: setDomainDmarcPolicyRequest,
    summary: 'Set the DMARC policy of a domain',
    description:
      'Changes the policy in the expected DMARC record. `POST /domains/{id}/publish` writes it with the `dns_mode` `cloudflare`; otherwise, publish the record yourself. `POST /domains/{id}/verify` shows the new record at once.',
    tag: 'Domains',
    success: { status: 200, schema: domainDmarcPolicy },
    errors: ['not_found', 'validation_error'],
    handle: async ({ member, body: { policy, testing }, params: { id }, requestId }, tools) => {
      const before = await read(tools, member, id);
      const { actor } = authorOf({ principal: member, requestId });
      const change = { action: 'domain.set_dmarc_policy', actor } as const;
      // Of a policy that becomes stricter, test mode is there before it, never after.
      const changes = [
        ...(testing && !before.testing ? [{ ...change, column: 'dmarc_testing', value: true } as const] : []),
        ...(policy === before.policy ? [] : [{ ...change, column: 'dmarc_policy', value: policy } as const]),
        ...(!testing && before.testing
          ? [{ ...change, column: 'dmarc_testing', value: false } as const]
          : []),
      ];
      for (const each of changes) await changeDomain(tools.pool, before.id, each);
      return { body: await read(tools, member, id) };
    },
  }),
];

const daysShown = 30;
const dayMs = 86_400_000;

/** @throws AppError `not_found` */
async function read(
  { pool, clock }: ConsoleTools,
  { organization, domainIds }: MemberPrincipal,
  id: string,
): Promise<DomainDmarcPolicy> {
  const today = Math.floor(clock.now().getTime() / dayMs);
  const from = new Date((today - daysShown + 1) * dayMs);
  const row = isId(id)
    ? await findDomainDmarc(pool, { organizationId: organization.id, id: id.toLowerCase(), from })
    : null;
  if (row === null || (domainIds !== null && !domainIds.includes(row.id))) throw new AppError('not_found');
  const { policy, testing, reportedDays, messages, passed } = row;
  const published = publishedDmarc(row.records.find(({ record }) => record === 'DMARC')?.observed ?? []);
  const chosen = policy === null ? null : { policy, testing };
  return {
    object: 'domain_dmarc_policy',
    ...{ id: row.id, policy, testing },
    published_policy: published?.policy ?? null,
    published_testing: published?.testing ?? false,
    ...{ days: daysShown, reported_days: reportedDays, messages, passed },
    failing_sources: row.failingSources,
    ...nextDmarcStep({ chosen, published }, row),
  };
}
