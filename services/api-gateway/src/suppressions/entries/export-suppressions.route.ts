import { exportSuppressionsQuery } from '@postrider/contracts/suppressions';
import type { Pool } from '@postrider/db';
import { defineRoute, type Route } from '../../http/route';
import { createCsvExport, type CsvTable } from '../../exports/csv-export';
import { isoTimeSql } from '../../paging/iso-time';
import { listSuppressionsSearch } from './list-suppressions.statement';
import { addressKey, listedDomain } from './suppression-request';

const table: CsvTable = {
  columns: [
    { name: 'id', plain: 'c.id' },
    { name: 'email', text: 'c.email' },
    { name: 'reason', plain: 'c.reason' },
    { name: 'scope', plain: `CASE WHEN c.domain_id IS NULL THEN 'organization' ELSE 'domain' END` },
    { name: 'domain', plain: '(SELECT name FROM domains d WHERE d.id = c.domain_id)' },
    { name: 'source_email_id', plain: 'c.source_email_id' },
    { name: 'created_at', plain: isoTimeSql('c.created_at') },
    { name: 'expires_at', plain: isoTimeSql('c.expires_at') },
  ],
};

export function exportSuppressionsRoute({ pool }: { readonly pool: Pool }): Route {
  const csv = createCsvExport(pool, table);
  return defineRoute({
    operationId: 'exportSuppressions',
    method: 'GET',
    path: '/suppressions/export',
    access: { key: 'SEND' },
    rights: ['export'],
    testKeys: 'allowed',
    query: exportSuppressionsQuery,
    summary: 'Export suppressions',
    description:
      'Returns all entries that match the filters of the list as a CSV with a header row. If the connection closes early, the file is incomplete: request it again. Recorded in the audit log.',
    tag: 'Suppressions',
    success: { status: 200, schema: null },
    textTypes: ['text/csv'],
    errors: ['validation_error', 'unknown_domain', 'rate_limited'],
    handle: async ({ principal, query, requestId }) => {
      const { email, reason, domain } = query;
      const organizationId = principal.organization.id;
      const filter = {
        organizationId,
        domainIds: principal.domainIds,
        email: email === undefined ? undefined : addressKey(email),
        reason,
        domainId: listedDomain(principal, domain)?.id,
      };
      const exported = { principal, requestId, action: 'suppression.export', filters: query } as const;
      const stream = await csv.stream(exported, (page) => listSuppressionsSearch({ ...filter, ...page }));
      return { status: 200, stream, contentType: 'text/csv; charset=utf-8' };
    },
  });
}
