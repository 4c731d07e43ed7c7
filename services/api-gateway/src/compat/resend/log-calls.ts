import type { ApiLogResource, ApiLogSummary } from '@postrider/contracts/api-logs';
import { listReply, resendCall, type ResendCall } from './resend-call';

export const logCalls: readonly ResendCall[] = [
  resendCall({
    name: 'logs.list',
    method: 'GET',
    path: '/logs',
    like: 'listApiLogs',
    list: 'api-logs',
    differs: '`user_agent` is null; a key sees the requests of keys that may do no more than itself',
    handle: async (_request, run) => listReply(await run('listApiLogs'), presentLog),
  }),
  resendCall({
    name: 'logs.get',
    method: 'GET',
    path: '/logs/:id',
    like: 'readApiLog',
    differs:
      'bodies of requests that failed or changed something, without secrets, until retention deletes them',
    handle: async (_request, run) => {
      const reply = await run('readApiLog');
      const log = reply.body as ApiLogResource;
      const { request = null, response = null, headers = {} } = log.content ?? {};
      const bodies = { request_body: request, response_body: response };
      return {
        ...reply,
        body: { object: 'log', ...presentLog(log), user_agent: headers['user-agent'] ?? null, ...bodies },
      };
    },
  }),
];

function presentLog({ id, created_at, path, method, status }: ApiLogSummary): object {
  return { id, created_at, endpoint: path, method, response_status: status, user_agent: null };
}
