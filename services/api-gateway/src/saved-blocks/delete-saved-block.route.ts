import { AppError } from '@postrider/contracts/errors';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import { requireSavedBlockAuthor, savedBlockOf, type SavedBlockRouteOptions } from './saved-block-request';

export function deleteSavedBlockRoute({ savedBlocks }: SavedBlockRouteOptions): Route {
  return defineRoute({
    operationId: 'deleteSavedBlock',
    method: 'DELETE',
    path: '/saved-blocks/:id',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    summary: 'Delete a saved block',
    description: 'Deletes a saved block. Emails into which it was inserted keep the blocks.',
    tag: 'Saved blocks',
    success: { status: 204, schema: null },
    errors: ['not_found', 'forbidden_domain'],
    handle: async ({ principal, params, requestId }) => {
      requireSavedBlockAuthor(principal);
      const author = authorOf({ principal, requestId });
      const removed = await savedBlocks.remove(savedBlockOf({ principal, params }), author);
      if (!removed) throw new AppError('not_found');
      return { status: 204 };
    },
  });
}
