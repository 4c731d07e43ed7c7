import type { ContactResource } from '@postrider/contracts/contacts';
import type { SegmentResource } from '@postrider/contracts/segments';
import { z } from 'zod';
import { bodyOf, listReply, resendCall, type ResendCall } from './resend-call';
import { memberFilter, memberPropertyOf, setMembership } from './segment-members';

export const segmentCalls: readonly ResendCall[] = [
  resendCall({
    name: 'segments.create',
    method: 'POST',
    path: '/segments',
    like: 'createSegment',
    differs: 'contains the contacts added with `contacts.segments.add`',
    body: bodyOf({ name: z.unknown() }),
    handle: async ({ body: { name } }, run) => {
      const reply = await run('createSegment', { body: { name, filter: memberFilter() } });
      return { ...reply, body: presentSegment(reply.body as SegmentResource) };
    },
  }),
  resendCall({
    name: 'segments.list',
    method: 'GET',
    path: '/segments',
    like: 'listSegments',
    list: 'segments',
    handle: async (_request, run) => listReply(await run('listSegments'), presentSegment),
  }),
  resendCall({
    name: 'segments.get',
    method: 'GET',
    path: '/segments/:id',
    like: 'readSegment',
    handle: async (_request, run) => {
      const reply = await run('readSegment');
      return { ...reply, body: presentSegment(reply.body as SegmentResource) };
    },
  }),
  resendCall({
    name: 'segments.update',
    method: 'PATCH',
    path: '/segments/:id',
    like: 'updateSegment',
    body: bodyOf({ name: z.unknown() }),
    handle: async ({ body, params }, run) => {
      const reply = await run('updateSegment', { body });
      return { ...reply, body: { object: 'segment', id: params['id'] } };
    },
  }),
  resendCall({
    name: 'segments.remove',
    method: 'DELETE',
    path: '/segments/:id',
    like: 'deleteSegment',
    handle: async ({ params }, run) => {
      await run('deleteSegment');
      return { status: 200, body: { object: 'segment', id: params['id'], deleted: true } };
    },
  }),
  resendCall({
    name: 'contacts.segments.add',
    method: 'POST',
    path: '/contacts/:id_or_email/segments/:id',
    like: 'readSegment',
    also: ['readContact', 'upsertContact'],
    differs: 'only segments created with `segments.create` of this client',
    handle: async (_request, run) => {
      const reply = await setMembership(true, run);
      return { ...reply, body: { id: (reply.body as ContactResource).id } };
    },
  }),
  resendCall({
    name: 'contacts.segments.remove',
    method: 'DELETE',
    path: '/contacts/:id_or_email/segments/:id',
    like: 'readSegment',
    also: ['readContact', 'upsertContact'],
    differs: 'only segments created with `segments.create` of this client',
    handle: async ({ params }, run) => {
      const reply = await setMembership(null, run);
      const { id } = reply.body as ContactResource;
      return { ...reply, body: { id, audienceId: params['id'], deleted: true } };
    },
  }),
  resendCall({
    name: 'contacts.segments.list',
    method: 'GET',
    path: '/contacts/:id_or_email/segments',
    like: 'listSegments',
    also: ['readContact'],
    list: 'segments',
    differs: 'only segments of the page created with `segments.create` of this client',
    handle: async (_request, run) => {
      const { properties } = (await run('readContact', { query: {} })).body as ContactResource;
      const reply = await run('listSegments');
      const { data, next_cursor: next } = reply.body as { data: SegmentResource[]; next_cursor?: string };
      const held = data.filter((segment) => properties[memberPropertyOf(segment) ?? ''] === true);
      const body = { object: 'list', has_more: next !== undefined, data: held.map(presentSegment) };
      return { ...reply, body };
    },
  }),
];

function presentSegment({ id, name, created_at }: SegmentResource): object {
  return { object: 'segment', id, name, created_at };
}
