import { importSuppressionsQuery, suppressionImportResource } from '@postrider/contracts/suppressions';
import { authorOf } from '../../audit/record-audit-entry';
import { defineRoute, type Route } from '../../http/route';
import { scopeOf } from '../entries/suppression-request';
import type { ImportRouteOptions } from '../../imports/import-routes';
import { receiveImport } from '../../imports/receive-import';
import { readLayout } from './import-layout';
import { presentSuppressionImport } from './imports.presenter';

export function importSuppressionsRoute(options: ImportRouteOptions): Route {
  return defineRoute({
    operationId: 'importSuppressions',
    method: 'POST',
    path: '/suppressions/import',
    access: { key: 'SEND' },
    testKeys: 'refused',
    query: importSuppressionsQuery,
    upload: { contentType: 'text/csv', bytesMax: options.importBytesMax },
    summary: 'Import suppressions',
    description:
      'Uploads a CSV that is imported in the background. `GET /suppressions/imports/{id}` returns the progress. From an export of contacts, the unsubscribed, bounced and complained rows are imported; rows with an unknown status are refused. If you move from another service, import its lists before you send.',
    tag: 'Suppressions',
    success: { status: 202, schema: suppressionImportResource },
    errors: ['validation_error', 'forbidden_domain', 'unknown_domain', 'rate_limited'],
    handle: async ({ principal, query, requestId, upload }) => {
      const domain = scopeOf(principal, query.domain);
      const row = await receiveImport(options, {
        wanted: {
          kind: 'suppressions',
          organizationId: principal.organization.id,
          apiKeyId: principal.actor.id,
          options: { filename: query.filename ?? null, domain_id: domain?.id ?? null },
        },
        author: authorOf({ principal, requestId }),
        upload: upload(),
        readLayout,
      });
      return { status: 202, body: presentSuppressionImport(row) };
    },
  });
}
