import { countSealed, readProvenSecrets, readTableSizes } from '@postrider/operator';
import { operatorStorage } from '@postrider/contracts/console';
import { operatorRoute } from '../console-route';

export const storageRoutes = [
  operatorRoute({
    operationId: 'readOperatorStorage',
    method: 'GET',
    path: '/operator/storage',
    summary: 'Get partitions and the state of secrets',
    description:
      'Returns the partitioned tables with their sizes and weeks, and how many stored secrets are under the present and other keys. Never a secret.',
    success: { status: 200, schema: operatorStorage },
    errors: [],
    handle: async (_request, { pool, secretBox }) => {
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
    },
  }),
];
