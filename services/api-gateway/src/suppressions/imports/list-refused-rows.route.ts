import { stringify } from 'csv-stringify/sync';
import { defineRoute, type Route } from '../../http/route';
import { requireImport, type ImportRouteOptions } from './import-request';
import type { ImportsRepository } from './imports.repository';

const columns = ['row', 'value', 'code', 'reason'];
const pageRows = 500;

export function listRefusedRowsRoute({ imports }: ImportRouteOptions): Route {
  return defineRoute({
    method: 'GET',
    path: '/suppressions/imports/:id/refused',
    permission: 'SEND',
    testKeys: 'allowed',
    summary: 'The first 10,000 rows that an import did not take, and why, as CSV',
    tag: 'Suppressions',
    success: { status: 200, schema: null },
    textTypes: ['text/csv'],
    errors: ['not_found'],
    handle: async ({ principal, params }) => {
      const { id } = await requireImport(imports, principal, params.id);
      return { status: 200, stream: refusedPages(imports, id), contentType: 'text/csv; charset=utf-8' };
    },
  });
}

async function* refusedPages(imports: ImportsRepository, id: string): AsyncGenerator<string> {
  yield `${columns.join(',')}\n`;
  for (let afterRow = 0; ;) {
    const rows = await imports.refusals(id, { afterRow, limit: pageRows });
    if (rows.length > 0) yield stringify(rows, { columns, escape_formulas: true });
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageRows) return;
    afterRow = last.row;
  }
}
