import { keyResource, listOf, pageQuery } from '@postrider/contracts';
import { defineRoute, type Route } from '../http/route';
import { createPager } from '../paging/page';
import { visibleCreator, type KeyRouteOptions } from './key-request';
import { keyPresenter } from './keys.presenter';

export function listKeysRoute({ keys, cursors, clock }: KeyRouteOptions): Route {
  return defineRoute({
    operationId: 'listKeys',
    method: 'GET',
    path: '/keys',
    permission: 'ADMIN',
    userPermission: 'SEND',
    testKeys: 'refused',
    query: pageQuery,
    summary: 'List API keys',
    description: 'Returns all keys without their tokens. `last_used_at` shows which ones are no longer used.',
    tag: 'Keys',
    success: { status: 200, schema: listOf(keyResource).meta({ id: 'ApiKeyList' }) },
    errors: ['validation_error', 'invalid_cursor'],
    handle: async ({ principal, query }) => {
      const organizationId = principal.organization.id;
      const pager = createPager(cursors, { list: 'keys', organizationId });
      const rows = await keys.list(organizationId, pager.start(query), visibleCreator(principal));
      return { status: 200, body: pager.finish(rows, query.limit, keyPresenter(principal, clock.now())) };
    },
  });
}
