import { apiLogSummary, listApiLogsQuery } from '@postrider/contracts/api-logs';
import { listOf } from '@postrider/contracts/fields';
import { defineRoute, type Route } from '../http/route';
import type { CursorCodec } from '../paging/cursor';
import { createPager } from '../paging/page';
import type { ApiLogsRepository } from './api-logs.repository';

export function listApiLogsRoute(logs: ApiLogsRepository, cursors: CursorCodec): Route {
  return defineRoute({
    operationId: 'listApiLogs',
    method: 'GET',
    path: '/api-logs',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    query: listApiLogsQuery,
    summary: 'List API requests',
    description:
      'Returns the API requests that match all filters, newest first. Requests with an invalid key are not logged. A key sees the requests of keys that may do no more than itself: a `SEND` key those of `SEND` keys, a test key those of test keys, and a key that is restricted to domains those of keys restricted to the same domains. A page can be short or empty and still have a `next_cursor`: continue until there is none.',
    tag: 'API logs',
    success: { status: 200, schema: listOf(apiLogSummary).meta({ id: 'ApiLogList' }) },
    errors: ['validation_error', 'invalid_cursor'],
    handle: async ({ principal, query }) => {
      const pager = createPager(cursors, { list: 'api-logs', organizationId: principal.organization.id });
      const found = await logs.list(principal, pager.start(query), query);
      return { status: 200, body: pager.finishSearch(found, query.limit) };
    },
  });
}
