import { listOf } from '@postrider/contracts/fields';
import { keyResource, listKeysQuery } from '@postrider/contracts/keys';
import { defineRoute, type Route } from '../http/route';
import { createPager } from '../paging/page';
import { visibleCreator, type KeyRouteOptions } from './key-request';
import { keyPresenter } from './keys.presenter';

export function listKeysRoute({ keys, cursors, clock }: KeyRouteOptions): Route {
  return defineRoute({
    operationId: 'listKeys',
    method: 'GET',
    path: '/keys',
    access: { key: 'ADMIN', user: 'SEND' },
    testKeys: 'refused',
    query: listKeysQuery,
    summary: 'List API keys',
    description: 'Returns keys without their tokens. `last_used_at` shows which ones are no longer used.',
    tag: 'Keys',
    success: { status: 200, schema: listOf(keyResource).meta({ id: 'ApiKeyList' }) },
    errors: ['validation_error', 'invalid_cursor'],
    handle: async ({ principal, query }) => {
      const organizationId = principal.organization.id;
      const pager = createPager(cursors, { list: 'keys', organizationId });
      const now = clock.now();
      const filter = { ...pager.start(query), mode: query.mode, usable: query.usable, now };
      const rows = await keys.list(organizationId, filter, visibleCreator(principal));
      return { status: 200, body: pager.finish(rows, query.limit, keyPresenter(principal, now)) };
    },
  });
}
