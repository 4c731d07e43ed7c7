import { countSealed, readProvenSecrets, readTableSizes } from '@postrider/operator';
import { consoleRoute, type ConsoleRoute } from '../console-route';
import { storageEndpoints as endpoints } from '../endpoints/storage.endpoints';
import type { OperatorRouteOptions } from './platform';

export function storageRoutes({ pool, secretBox }: OperatorRouteOptions): ConsoleRoute[] {
  return [
    consoleRoute(endpoints.read, async () => {
      const tables = await readTableSizes(pool);
      const secrets = await readProvenSecrets(pool);
      const sealed = await countSealed(pool, secretBox);
      return {
        body: {
          object: 'operator_storage' as const,
          tables: tables.map(({ from, to, ...table }) => ({
            ...{ table: table.table, partitions: table.partitions, bytes: table.bytes, rows: table.rows },
            ...{ starts_at: from.toISOString(), ends_at: to.toISOString(), interrupted: table.interrupted },
          })),
          secrets: secrets.map(({ setting, provenAt }) => ({
            ...{ setting, proven_at: provenAt?.toISOString() ?? null },
          })),
          sealed: sealed.map(({ table, column, current, previous, keys, isCut }) => ({
            ...{ table, column, current, previous, keys: [...keys], cut: isCut },
          })),
        },
      };
    }),
  ];
}
