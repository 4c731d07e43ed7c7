import type { Route } from '../http/route';
import { createSuppressionRoute } from './entries/create-suppression.route';
import { deleteSuppressionRoute } from './entries/delete-suppression.route';
import { exportSuppressionsRoute } from './entries/export-suppressions.route';
import { listSuppressionsRoute } from './entries/list-suppressions.route';
import { readSuppressionRoute } from './entries/read-suppression.route';
import type { SuppressionRouteOptions } from './entries/suppression-request';
import { importSuppressionsRoute } from './imports/import-suppressions.route';
import type { ImportRouteOptions } from './imports/import-request';
import { listImportsRoute } from './imports/list-imports.route';
import { listRefusedRowsRoute } from './imports/list-refused-rows.route';
import { readImportRoute } from './imports/read-import.route';

export function suppressionRoutes(options: SuppressionRouteOptions & ImportRouteOptions): Route[] {
  return [
    listSuppressionsRoute(options),
    createSuppressionRoute(options),
    exportSuppressionsRoute(options),
    importSuppressionsRoute(options),
    listImportsRoute(options),
    readImportRoute(options),
    listRefusedRowsRoute(options),
    readSuppressionRoute(options),
    deleteSuppressionRoute(options),
  ];
}
