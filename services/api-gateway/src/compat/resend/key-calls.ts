import type { CreatedKeyResource, KeyResource } from '@postrider/contracts/keys';
import { z } from 'zod';
import { bodyOf, listReply, resendCall, type ResendCall } from './resend-call';

export const keyCalls: readonly ResendCall[] = [
  resendCall({
    name: 'apiKeys.create',
    method: 'POST',
    path: '/api-keys',
    like: 'createKey',
    differs: 'a live key with permission `FULL`, or `SEND` for `sending_access`; never `ADMIN`',
    body: bodyOf({
      name: z.unknown(),
      permission: z.enum(['full_access', 'sending_access']).default('full_access'),
      domain_id: z.unknown().optional(),
    }),
    handle: async ({ body: { name, permission, domain_id: domain } }, run) => {
      const key = { name, domain, mode: 'live', permission: permission === 'full_access' ? 'FULL' : 'SEND' };
      const reply = await run('createKey', { body: key });
      const { id, token } = reply.body as CreatedKeyResource;
      return { ...reply, body: { id, token } };
    },
  }),
  resendCall({
    name: 'apiKeys.list',
    method: 'GET',
    path: '/api-keys',
    like: 'listKeys',
    list: 'keys',
    differs: 'also revoked ones',
    handle: async (_request, run) => listReply(await run('listKeys'), presentKey),
  }),
  resendCall({
    name: 'apiKeys.remove',
    method: 'DELETE',
    path: '/api-keys/:id',
    like: 'revokeKey',
    differs: 'revokes it',
    handle: async ({ params }, run) => {
      await run('revokeKey');
      return { status: 200, body: { object: 'api_key', id: params['id'], deleted: true } };
    },
  }),
];

function presentKey({ id, name, created_at, last_used_at }: KeyResource): object {
  return { id, name, created_at, last_used_at };
}
