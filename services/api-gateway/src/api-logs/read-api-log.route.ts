import { apiLogResource } from '@postrider/contracts/api-logs';
import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { seesContent } from '../auth/principal-scope';
import { defineRoute, type Route } from '../http/route';
import { presentApiLog } from './api-logs.presenter';
import type { ApiLogsRepository } from './api-logs.repository';

export function readApiLogRoute(logs: ApiLogsRepository): Route {
  return defineRoute({
    operationId: 'readApiLog',
    method: 'GET',
    path: '/api-logs/:id',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    summary: 'Get an API request',
    description:
      'Returns a logged API request with the emails, audit log entries and webhook delivery that belong to it. `content` has the headers and bodies of requests that failed or changed something, without secrets; it is deleted with the content of emails, after `body_retention_days`. Of an organization that sends many such requests in a second, some have no content.',
    tag: 'API logs',
    success: { status: 200, schema: apiLogResource },
    errors: ['not_found'],
    handle: async ({ principal, params: { id } }) => {
      if (!isId(id)) throw new AppError('not_found');
      const row = await logs.find(principal, id);
      if (row === null) throw new AppError('not_found');
      // A test key finds nothing of live mail here: it sees the requests of test keys.
      const withContent = seesContent(principal, { mode: principal.mode });
      return { status: 200, body: presentApiLog(row, { withContent }) };
    },
  });
}
