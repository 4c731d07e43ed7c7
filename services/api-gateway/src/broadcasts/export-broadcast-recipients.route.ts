import { exportBroadcastRecipientsQuery } from '@postrider/contracts/broadcasts';
import type { Pool } from '@postrider/db';
import { defineRoute, type Route } from '../http/route';
import { createCsvExport, type CsvTable } from '../exports/csv-export';
import { recipientColumns, recipientsSearch } from './broadcast-recipients.repository';
import { broadcastOf, found, type BroadcastRouteOptions } from './broadcast-request';

const table: CsvTable = {
  columns: [
    { name: 'contact_id', plain: 'c.id' },
    { name: 'email', text: recipientColumns.email },
    { name: 'outcome', plain: 'c.outcome' },
    { name: 'message_id', plain: `CASE WHEN c.outcome = 'submitted' THEN c.message_id END` },
    { name: 'variant', plain: 'c.variant' },
    { name: 'opened', plain: `CASE WHEN ${recipientColumns.opened} THEN 'true' ELSE 'false' END` },
    { name: 'clicked', plain: `CASE WHEN ${recipientColumns.clicked} THEN 'true' ELSE 'false' END` },
    { name: 'detail', text: 'c.detail' },
  ],
};

export function exportBroadcastRecipientsRoute({
  broadcasts,
  pool,
}: BroadcastRouteOptions & { readonly pool: Pool }): Route {
  const csv = createCsvExport(pool, table);
  return defineRoute({
    operationId: 'exportBroadcastRecipients',
    method: 'GET',
    path: '/broadcasts/:id/recipients/export',
    access: { key: 'SEND' },
    rights: ['export'],
    testKeys: 'refused',
    query: exportBroadcastRecipientsQuery,
    summary: 'Export recipients',
    description:
      'Returns all recipients that match the filters of the list as a CSV with a header row. Cells that a spreadsheet would run as a formula start with an apostrophe. If the connection closes early, the file is incomplete: request it again. Recorded in the audit log.',
    tag: 'Broadcasts',
    success: { status: 200, schema: null },
    textTypes: ['text/csv'],
    errors: ['not_found', 'validation_error', 'rate_limited'],
    handle: async ({ principal, params, query, requestId }) => {
      const broadcast = found(await broadcasts.find(broadcastOf({ principal, params })));
      const target = { type: 'broadcast', id: broadcast.id } as const;
      const action = 'broadcast.export_recipients';
      const exported = { principal, requestId, action, target, filters: query } as const;
      const stream = await csv.stream(exported, (page) => recipientsSearch(broadcast, page, query));
      return { status: 200, stream, contentType: 'text/csv; charset=utf-8' };
    },
  });
}
