import { createSavedBlockRequest, savedBlockResource } from '@postrider/contracts/saved-blocks';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import {
  presentSavedBlock,
  requireSavedBlockAuthor,
  savedBlockBodyBytesMax,
  savedBlockBodyValuesMax,
  type SavedBlockRouteOptions,
} from './saved-block-request';

export function createSavedBlockRoute({ savedBlocks }: SavedBlockRouteOptions): Route {
  return defineRoute({
    operationId: 'createSavedBlock',
    method: 'POST',
    path: '/saved-blocks',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    body: createSavedBlockRequest,
    bodyBytesMax: savedBlockBodyBytesMax,
    bodyValuesMax: savedBlockBodyValuesMax,
    summary: 'Create a saved block',
    description:
      'Saves blocks of a document under a name, to insert them into other emails. An organization can have 200.',
    tag: 'Saved blocks',
    success: { status: 201, schema: savedBlockResource },
    errors: ['validation_error', 'forbidden_domain', 'plan_limit', 'payload_too_large'],
    handle: async ({ principal, body, requestId }) => {
      requireSavedBlockAuthor(principal);
      const author = authorOf({ principal, requestId });
      const row = await savedBlocks.create(principal.organization.id, body, author);
      return { status: 201, body: presentSavedBlock(row) };
    },
  });
}
