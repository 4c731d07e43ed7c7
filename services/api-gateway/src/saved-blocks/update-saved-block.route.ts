import { AppError } from '@postrider/contracts/errors';
import { savedBlockResource, updateSavedBlockRequest } from '@postrider/contracts/saved-blocks';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import {
  presentSavedBlock,
  requireSavedBlockAuthor,
  savedBlockBodyBytesMax,
  savedBlockBodyValuesMax,
  savedBlockOf,
  type SavedBlockRouteOptions,
} from './saved-block-request';

export function updateSavedBlockRoute({ savedBlocks }: SavedBlockRouteOptions): Route {
  return defineRoute({
    operationId: 'updateSavedBlock',
    method: 'PATCH',
    path: '/saved-blocks/:id',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    body: updateSavedBlockRequest,
    bodyBytesMax: savedBlockBodyBytesMax,
    bodyValuesMax: savedBlockBodyValuesMax,
    summary: 'Update a saved block',
    description: 'Changes the name or the blocks. Emails into which they were inserted before do not change.',
    tag: 'Saved blocks',
    success: { status: 200, schema: savedBlockResource },
    errors: ['not_found', 'validation_error', 'forbidden_domain', 'payload_too_large'],
    handle: async ({ principal, params, body: { name, blocks }, requestId }) => {
      requireSavedBlockAuthor(principal);
      const change = { ...(name !== undefined && { name }), ...(blocks !== undefined && { blocks }) };
      const author = authorOf({ principal, requestId });
      const row = await savedBlocks.change(savedBlockOf({ principal, params }), change, author);
      if (row === null) throw new AppError('not_found');
      return { status: 200, body: presentSavedBlock(row) };
    },
  });
}
