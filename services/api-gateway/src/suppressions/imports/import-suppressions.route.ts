import { importSuppressionsQuery, suppressionImportResource } from '@postrider/contracts';
import { authorOf } from '../../audit/record-audit-entry';
import { defineRoute, type Route } from '../../http/route';
import { scopeOf } from '../entries/suppression-request';
import type { ImportRouteOptions } from './import-request';
import { presentImport } from './imports.presenter';
import { receiveFile } from './receive-file';

export function importSuppressionsRoute(options: ImportRouteOptions): Route {
  const { imports, importBytesMax, wakeImports } = options;
  return defineRoute({
    method: 'POST',
    path: '/suppressions/import',
    permission: 'SEND',
    testKeys: 'refused',
    query: importSuppressionsQuery,
    upload: { contentType: 'text/csv', bytesMax: importBytesMax },
    summary:
      'Add the addresses of a CSV file; exports of Postmark, SES, SendGrid, Mailgun and Resend as they are',
    tag: 'Suppressions',
    success: { status: 202, schema: suppressionImportResource },
    errors: ['validation_error', 'forbidden_domain', 'unknown_domain', 'rate_limited'],
    handle: async ({ principal, query, requestId, upload }) => {
      const domain = scopeOf(principal, query.domain);
      const wanted = {
        organizationId: principal.organization.id,
        apiKeyId: principal.keyId,
        domainId: domain?.id ?? null,
      };
      const id = await imports.open(wanted);
      try {
        const file = await receiveFile(imports, id, upload());
        const row = await imports.queue(id, file, { ...wanted, author: authorOf({ principal, requestId }) });
        wakeImports();
        return { status: 202, body: presentImport(row) };
      } catch (error) {
        // Should this fail too, the sweep finds what is left.
        await imports.discard(id).catch(() => undefined);
        throw error;
      }
    },
  });
}
