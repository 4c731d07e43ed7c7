import type { SuppressionResource } from '@postrider/contracts/suppressions';
import { z } from 'zod';
import { bodyOf, listReply, resendCall, type ResendCall } from './resend-call';

const origins = ['bounce', 'complaint', 'manual'] as const;
const reasons = { bounce: 'hard_bounce', complaint: 'complaint', manual: 'manual' } as const;
const batchMax = 100;
const batch = z.array(z.string()).min(1).max(batchMax, `must have at most ${batchMax} entries`);

export const suppressionCalls: readonly ResendCall[] = [
  resendCall({
    name: 'suppressions.add',
    method: 'POST',
    path: '/suppressions',
    like: 'createSuppression',
    body: bodyOf({ email: z.unknown() }),
    handle: async ({ body }, run) => {
      const reply = await run('createSuppression', { body });
      return { ...reply, status: 200, body: named(reply.body as SuppressionResource) };
    },
  }),
  resendCall({
    name: 'suppressions.list',
    method: 'GET',
    path: '/suppressions',
    like: 'listSuppressions',
    list: 'suppressions',
    filters: { origin: z.enum(origins).optional() },
    differs: 'other reasons are shown as `manual`',
    handle: async ({ query }, run) => {
      const origin = query['origin'] as keyof typeof reasons | undefined;
      const filter = origin && { reason: reasons[origin] };
      return listReply(await run('listSuppressions', { query: filter }), presentSuppression);
    },
  }),
  resendCall({
    name: 'suppressions.get',
    method: 'GET',
    path: '/suppressions/:id_or_email',
    like: 'readSuppression',
    handle: async (_request, run) => {
      const reply = await run('readSuppression');
      const body = { object: 'suppression', ...presentSuppression(reply.body as SuppressionResource) };
      return { ...reply, body };
    },
  }),
  resendCall({
    name: 'suppressions.remove',
    method: 'DELETE',
    path: '/suppressions/:id_or_email',
    like: 'deleteSuppression',
    also: ['readSuppression'],
    handle: async (_request, run) => {
      const { id } = (await run('readSuppression')).body as SuppressionResource;
      await run('deleteSuppression');
      return { status: 200, body: { object: 'suppression', id, deleted: true } };
    },
  }),
  resendCall({
    name: 'suppressions.batch.add',
    method: 'POST',
    path: '/suppressions/batch/add',
    like: 'createSuppression',
    differs: 'one after the other: addresses before a refused one stay added',
    body: bodyOf({ emails: batch }),
    handle: async ({ body }, run) => {
      const data: object[] = [];
      for (const email of body.emails) {
        data.push(named((await run('createSuppression', { body: { email } })).body as SuppressionResource));
      }
      return { status: 200, body: { data } };
    },
  }),
  resendCall({
    name: 'suppressions.batch.remove',
    method: 'POST',
    path: '/suppressions/batch/remove',
    like: 'deleteSuppression',
    also: ['readSuppression'],
    differs: 'one after the other: entries before a refused one stay removed',
    body: bodyOf({ emails: batch.optional(), ids: batch.optional() }).refine(
      ({ emails, ids }) => (emails === undefined) !== (ids === undefined),
      'give either emails or ids',
    ),
    handle: async ({ body }, run) => {
      const data: object[] = [];
      for (const name of body.emails ?? body.ids ?? []) {
        const params = { id_or_email: name };
        const { id } = (await run('readSuppression', { params })).body as SuppressionResource;
        await run('deleteSuppression', { params });
        data.push({ object: 'suppression', id, deleted: true });
      }
      return { status: 200, body: { data } };
    },
  }),
];

const named = ({ id }: SuppressionResource): object => ({ object: 'suppression', id });

function presentSuppression(entry: SuppressionResource): object {
  const { id, email, reason, source_email_id: source = null, created_at } = entry;
  const origin = origins.find((each) => reasons[each] === reason) ?? 'manual';
  return { id, email, origin, source_id: source, created_at };
}
