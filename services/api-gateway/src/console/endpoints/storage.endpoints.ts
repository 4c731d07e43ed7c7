import { operatorStorage } from '@postrider/contracts/console';
import { defineEndpoint } from '../endpoint';

/** What the platform stores, for its operators. */
export const storageEndpoints = {
  read: defineEndpoint({
    operationId: 'readOperatorStorage',
    method: 'GET',
    path: '/operator/storage',
    access: 'operator',
    summary: 'Get partitions and the state of secrets',
    description:
      'Returns the partitioned tables with their sizes and weeks, and how many stored secrets are under the present and other keys. Never a secret.',
    tag: 'Operator',
    success: { status: 200, schema: operatorStorage },
    errors: [],
  }),
};
