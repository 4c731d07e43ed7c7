import { suppressionImportResource } from '@postrider/contracts';
import { defineRoute, type Route } from '../../http/route';
import { requireImport, type ImportRouteOptions } from './import-request';
import { presentImport } from './imports.presenter';

export function readImportRoute({ imports }: ImportRouteOptions): Route {
  return defineRoute({
    method: 'GET',
    path: '/suppressions/imports/:id',
    permission: 'SEND',
    testKeys: 'allowed',
    summary: 'How far an import has come',
    tag: 'Suppressions',
    success: { status: 200, schema: suppressionImportResource },
    errors: ['not_found'],
    handle: async ({ principal, params }) => {
      const row = await requireImport(imports, principal, params.id);
      return { status: 200, body: presentImport(row) };
    },
  });
}
