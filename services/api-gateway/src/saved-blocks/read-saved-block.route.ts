import { AppError } from '@postrider/contracts/errors';
import { savedBlockResource } from '@postrider/contracts/saved-blocks';
import { defineRoute, type Route } from '../http/route';
import { presentSavedBlock, savedBlockOf, type SavedBlockRouteOptions } from './saved-block-request';

export function readSavedBlockRoute({ savedBlocks }: SavedBlockRouteOptions): Route {
  return defineRoute({
    operationId: 'readSavedBlock',
    method: 'GET',
    path: '/saved-blocks/:id',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    summary: 'Get a saved block',
    description: 'Returns a saved block by its id, with its content.',
    tag: 'Saved blocks',
    success: { status: 200, schema: savedBlockResource },
    errors: ['not_found'],
    handle: async ({ principal, params }) => {
      const row = await savedBlocks.find(savedBlockOf({ principal, params }));
      if (row === null) throw new AppError('not_found');
      return { status: 200, body: presentSavedBlock(row) };
    },
  });
}
