import { AppError } from '@postrider/contracts/errors';
import { deleteSuppressionQuery } from '@postrider/contracts/suppressions';
import { authorOf } from '../../audit/record-audit-entry';
import { defineRoute, type Route } from '../../http/route';
import { suppressionOf, type SuppressionRouteOptions } from './suppression-request';

export function deleteSuppressionRoute({ suppressions }: SuppressionRouteOptions): Route {
  return defineRoute({
    operationId: 'deleteSuppression',
    method: 'DELETE',
    path: '/suppressions/:id_or_email',
    access: { key: 'FULL' },
    testKeys: 'refused',
    query: deleteSuppressionQuery,
    summary: 'Delete a suppression',
    description:
      'Allows email to the address again. Delete a hard bounce only if you know that the address works now, and a complaint only if the person asked for email. `reason` is stored in the audit log.',
    tag: 'Suppressions',
    success: { status: 204, schema: null },
    errors: ['not_found', 'validation_error', 'forbidden_domain'],
    handle: async ({ principal, params, query, requestId }) => {
      const named = suppressionOf(principal, params.id_or_email);
      const by = { author: authorOf({ principal, requestId }), reason: query.reason };
      const removed = await suppressions.remove(named, by);
      if (removed === 0) throw new AppError('not_found');
      if (removed === null) {
        throw new AppError('forbidden_domain', 'The entry applies to all domains of the organization.');
      }
      return { status: 204 };
    },
  });
}
