import { listOf, pageQuery, suppressionImportResource } from '@postrider/contracts';
import { defineRoute, type Route } from '../../http/route';
import { createPager } from '../../paging/page';
import { visibleImports, type ImportRouteOptions } from './import-request';
import { presentImport } from './imports.presenter';

export function listImportsRoute({ imports, cursors }: ImportRouteOptions): Route {
  return defineRoute({
    method: 'GET',
    path: '/suppressions/imports',
    permission: 'SEND',
    testKeys: 'allowed',
    query: pageQuery,
    summary: 'List imports of the last 30 days, newest first',
    tag: 'Suppressions',
    success: { status: 200, schema: listOf(suppressionImportResource).meta({ id: 'SuppressionImportList' }) },
    errors: ['validation_error', 'invalid_cursor'],
    handle: async ({ principal, query }) => {
      const organizationId = principal.organization.id;
      const pager = createPager(cursors, { list: 'suppression imports', organizationId });
      const rows = await imports.list(visibleImports(principal), pager.start(query));
      return { status: 200, body: pager.finish(rows, query.limit, presentImport) };
    },
  });
}
