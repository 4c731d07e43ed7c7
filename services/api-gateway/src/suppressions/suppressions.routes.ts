import { suppressionImportResource } from '@postrider/contracts/suppressions';
import type { Pool } from '@postrider/db';
import type { Route } from '../http/route';
import { importRoutes, type ImportRouteOptions } from '../imports/import-routes';
import { countSuppressionsRoute } from './entries/count-suppressions.route';
import { createSuppressionRoute } from './entries/create-suppression.route';
import { deleteSuppressionRoute } from './entries/delete-suppression.route';
import { exportSuppressionsRoute } from './entries/export-suppressions.route';
import { listSuppressionsRoute } from './entries/list-suppressions.route';
import { readSuppressionRoute } from './entries/read-suppression.route';
import type { SuppressionRouteOptions } from './entries/suppression-request';
import { importSuppressionsRoute } from './imports/import-suppressions.route';
import { presentSuppressionImport } from './imports/imports.presenter';

export function suppressionRoutes(
  options: SuppressionRouteOptions & ImportRouteOptions & { readonly pool: Pool },
): Route[] {
  return [
    listSuppressionsRoute(options),
    createSuppressionRoute(options),
    countSuppressionsRoute(options),
    exportSuppressionsRoute(options),
    importSuppressionsRoute(options),
    ...importRoutes(options, {
      kind: 'suppressions',
      operationNoun: 'SuppressionImport',
      tag: 'Suppressions',
      resource: suppressionImportResource,
      present: presentSuppressionImport,
    }),
    readSuppressionRoute(options),
    deleteSuppressionRoute(options),
  ];
}
