import { exportSuppressionsQuery } from '@postrider/contracts';
import { restrictedDomainIds } from '../../auth/principal-scope';
import { defineRoute, type Route } from '../../http/route';
import { createCsvExport } from '../../paging/csv-export';
import { addressKey, listedDomain, type SuppressionRouteOptions } from './suppression-request';
import { presentSuppression } from './suppressions.presenter';

const columns = ['id', 'email', 'reason', 'scope', 'domain', 'source_email_id', 'created_at', 'expires_at'];
export function exportSuppressionsRoute({ suppressions }: SuppressionRouteOptions): Route {
  const csv = createCsvExport(columns);
  return defineRoute({
    operationId: 'exportSuppressions',
    method: 'GET',
    path: '/suppressions/export',
    permission: 'SEND',
    testKeys: 'allowed',
    query: exportSuppressionsQuery,
    summary: 'Every entry that the list shows, as CSV; an answer without its last chunk is incomplete',
    description:
      'The same filters as the list, as one CSV with a header row. When the connection ends early the file is incomplete; ask again.',
    tag: 'Suppressions',
    success: { status: 200, schema: null },
    textTypes: ['text/csv'],
    errors: ['validation_error', 'unknown_domain', 'rate_limited'],
    handle: ({ principal, query: { email, reason, domain } }) => {
      const organizationId = principal.organization.id;
      const filter = {
        organizationId,
        domainIds: restrictedDomainIds(principal),
        email: email === undefined ? undefined : addressKey(email),
        reason,
        domainId: listedDomain(principal, domain)?.id,
      };
      const stream = csv.stream(organizationId, {
        list: (page) => suppressions.list({ ...filter, ...page }),
        present: presentSuppression,
      });
      return Promise.resolve({ status: 200, stream, contentType: 'text/csv; charset=utf-8' });
    },
  });
}
