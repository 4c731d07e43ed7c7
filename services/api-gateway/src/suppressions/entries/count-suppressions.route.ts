import { suppressionCounts } from '@postrider/contracts/suppressions';
import type { Pool } from '@postrider/db';
import { defineRoute, type Route } from '../../http/route';
import { countSuppressions } from './count-suppressions';

export function countSuppressionsRoute({ pool }: { readonly pool: Pool }): Route {
  return defineRoute({
    operationId: 'countSuppressions',
    method: 'GET',
    path: '/suppressions/counts',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    summary: 'Count suppressions',
    description:
      'Returns the number of entries by reason, without expired ones. Of each reason, the newest 10,000 entries are counted. Keys restricted to domains count the entries of their domains and those of the whole organization.',
    tag: 'Suppressions',
    success: { status: 200, schema: suppressionCounts },
    errors: [],
    handle: async ({ principal: { organization, domainIds } }) => ({
      status: 200,
      body: await countSuppressions(pool, { organizationId: organization.id, domainIds }),
    }),
  });
}
