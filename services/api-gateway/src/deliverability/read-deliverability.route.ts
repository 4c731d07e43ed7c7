import {
  deliverabilityQuery,
  deliverabilityResource,
  type DeliverabilityResource,
} from '@postrider/contracts/deliverability';
import type { Pool } from '@postrider/db';
import type { Clock } from '@postrider/runtime';
import { measuredDomain } from '../auth/principal-scope';
import { readGooglePostmaster } from '../google-postmaster/find-figures.repository';
import { defineRoute, type Route } from '../http/route';
import { findAll } from './finding-sources';
import { readProviders } from './providers.repository';

export function readDeliverabilityRoute({
  pool,
  clock,
  hasGoogle,
}: {
  readonly pool: Pool;
  readonly clock: Clock;
  /** The operator has set up Google Postmaster Tools. */
  readonly hasGoogle: boolean;
}): Route {
  return defineRoute({
    operationId: 'readDeliverability',
    method: 'GET',
    path: '/deliverability',
    access: { key: 'FULL', user: 'SEND' },
    testKeys: 'allowed',
    query: deliverabilityQuery,
    summary: 'Get deliverability',
    description:
      'Returns how mailbox providers receive your live email, and the problems that were found. Findings are about the present: counts of the last 7 days, and the latest checks of DNS and blocklists.',
    tag: 'Metrics',
    success: { status: 200, schema: deliverabilityResource },
    errors: ['validation_error', 'forbidden_domain', 'unknown_domain'],
    handle: async ({ principal, query: { days, domain: named } }) => {
      const domain = measuredDomain(principal, named);
      const organizationId = principal.organization.id;
      const scope = { organizationId, domainId: domain?.id ?? null, now: clock.now() };
      const providers = await readProviders(pool, scope, days);
      const findings = await findAll(pool, scope);
      const body: DeliverabilityResource = {
        ...{ object: 'deliverability', days, domain: domain?.name ?? null },
        ...{ providers, findings: [...findings] },
        google_postmaster: hasGoogle ? await readGooglePostmaster(pool, scope) : null,
      };
      return { status: 200, body };
    },
  });
}
