import { emailExportMax, exportEmailsQuery } from '@postrider/contracts/emails';
import { lowestId } from '@postrider/contracts/ids';
import { messageTermsFilledTo, type Pool } from '@postrider/db';
import { defineRoute, type Route } from '../http/route';
import { createCsvExport, type CsvTable } from '../exports/csv-export';
import { isoTimeSql } from '../paging/iso-time';
import { emailFilterOf } from './email-filter';
import { isFoundByTerm } from './found-by-term';
import { listEmailsSearch } from './list-emails.statement';

const table: CsvTable = {
  columns: [
    { name: 'id', plain: 'c.id::text' },
    { name: 'created_at', plain: isoTimeSql('c.created_at') },
    { name: 'sent_at', plain: isoTimeSql('c.sent_at') },
    { name: 'from', text: 'c.from_header' },
    { name: 'to', text: `array_to_string(c.to_addresses, ', ')` },
    { name: 'subject', text: 'c.subject' },
    { name: 'last_event', plain: 'c.status' },
    { name: 'mode', plain: 'c.mode' },
    { name: 'kind', text: `coalesce(c.kind, '')` },
  ],
  longBytes: 'coalesce(pg_column_size(c.to_addresses), 0) + octet_length(c.subject)',
  rowsMax: emailExportMax,
};

export function exportEmailsRoute({ pool }: { readonly pool: Pool }): Route {
  const csv = createCsvExport(pool, table);
  return defineRoute({
    operationId: 'exportEmails',
    method: 'GET',
    path: '/emails/export',
    access: { key: 'SEND' },
    rights: ['export'],
    testKeys: 'allowed',
    query: exportEmailsQuery,
    summary: 'Export emails',
    description: `Returns the emails that match all filters as CSV, newest first, without content: the newest ${emailExportMax.toLocaleString('en')}. For older ones, set \`until\` to the last \`created_at\`. Cells that a spreadsheet would run as a formula start with an apostrophe. Recorded in the audit log.`,
    tag: 'Emails',
    success: { status: 200, schema: null },
    textTypes: ['text/csv'],
    errors: ['validation_error', 'unknown_domain', 'rate_limited'],
    handle: async ({ principal, query, requestId }) => {
      const organizationId = principal.organization.id;
      const filter = emailFilterOf(query, principal, { limit: 1, beforeId: null });
      const filledTo = isFoundByTerm(filter) ? await messageTermsFilledTo(pool) : lowestId;
      const exported = { principal, requestId, action: 'message.export', filters: query } as const;
      const stream = await csv.stream(exported, (page) =>
        listEmailsSearch(organizationId, { ...filter, ...page }, filledTo),
      );
      return { status: 200, stream, contentType: 'text/csv; charset=utf-8' };
    },
  });
}
