import { listOf, pageQuery } from '@postrider/contracts/fields';
import { savedBlockSummary } from '@postrider/contracts/saved-blocks';
import { defineRoute, type Route } from '../http/route';
import { createPager } from '../paging/page';
import { presentSavedBlockSummary, type SavedBlockRouteOptions } from './saved-block-request';

export function listSavedBlocksRoute({ savedBlocks, cursors }: SavedBlockRouteOptions): Route {
  return defineRoute({
    operationId: 'listSavedBlocks',
    method: 'GET',
    path: '/saved-blocks',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    query: pageQuery,
    summary: 'List saved blocks',
    description:
      'Returns the saved blocks of the organization without their content, newest first. `GET /saved-blocks/{id}` includes it.',
    tag: 'Saved blocks',
    success: { status: 200, schema: listOf(savedBlockSummary).meta({ id: 'SavedBlockList' }) },
    errors: ['validation_error', 'invalid_cursor'],
    handle: async ({ principal, query }) => {
      const organizationId = principal.organization.id;
      const pager = createPager(cursors, { list: 'saved_blocks', organizationId });
      const rows = await savedBlocks.list(organizationId, pager.start(query));
      return { status: 200, body: pager.finish(rows, query.limit, presentSavedBlockSummary) };
    },
  });
}
