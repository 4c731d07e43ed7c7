import { AppError } from '@postrider/contracts/errors';
import { suppressionResource } from '@postrider/contracts/suppressions';
import { defineRoute, type Route } from '../../http/route';
import { suppressionOf, type SuppressionRouteOptions } from './suppression-request';
import { presentSuppression } from './suppressions.presenter';

export function readSuppressionRoute({ suppressions }: SuppressionRouteOptions): Route {
  return defineRoute({
    operationId: 'readSuppression',
    method: 'GET',
    path: '/suppressions/:id_or_email',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    summary: 'Get a suppression',
    description:
      'Returns an entry by id or address. `not_found` means that email to the address is not suppressed.',
    tag: 'Suppressions',
    success: { status: 200, schema: suppressionResource },
    errors: ['not_found'],
    handle: async ({ principal, params }) => {
      const row = await suppressions.find(suppressionOf(principal, params.id_or_email));
      if (row === null) throw new AppError('not_found');
      return { status: 200, body: presentSuppression(row) };
    },
  });
}
