import type {
  BroadcastLinkResource,
  BroadcastResource,
  BroadcastSummary,
} from '@postrider/contracts/broadcasts';
import type { BroadcastStatus } from '@postrider/contracts/statuses';
import { z } from 'zod';
import { liquidOf } from './liquid-of';
import { bodyOf, listReply, replyTo, resendCall, type ResendCall } from './resend-call';

/** Theirs name a topic by its id; ours by its slug. Ours says that each broadcast has one, and a name. */
const fields = {
  name: z.unknown().optional(),
  segment_id: z.unknown().optional(),
  /** What a segment was called before. */
  audience_id: z.unknown().optional(),
  from: z.unknown().optional(),
  subject: liquidOf('contact').optional(),
  preview_text: liquidOf('contact').optional(),
  html: liquidOf('contact').optional(),
  text: liquidOf('contact').optional(),
  topic_id: z.unknown().optional(),
  reply_to: replyTo.optional(),
};
const createBody = bodyOf({ ...fields, send: z.boolean().optional(), scheduled_at: z.unknown().optional() });
const updateBody = bodyOf(fields);

export const broadcastCalls: readonly ResendCall[] = [
  resendCall({
    name: 'broadcasts.create',
    method: 'POST',
    path: '/broadcasts',
    like: 'createBroadcast',
    also: ['sendBroadcast'],
    differs: 'needs `segmentId` and `topicId` (a slug); the name defaults to the subject',
    body: createBody,
    handle: async ({ body: { send = false, scheduled_at: at, ...body } }, run) => {
      const wanted = { ...broadcastOf(body), name: body.name ?? body.subject };
      const schedule = at === undefined ? undefined : { scheduled_at: at };
      const reply = await run('createBroadcast', { body: { ...wanted, ...schedule } });
      const { id } = reply.body as BroadcastResource;
      if (send && at === undefined) await run('sendBroadcast', { params: { id } });
      return { ...reply, body: { id } };
    },
  }),
  resendCall({
    name: 'broadcasts.list',
    method: 'GET',
    path: '/broadcasts',
    like: 'listBroadcasts',
    list: 'broadcasts',
    handle: async (_request, run) => listReply(await run('listBroadcasts'), presentSummary),
  }),
  resendCall({
    name: 'broadcasts.get',
    method: 'GET',
    path: '/broadcasts/:id',
    like: 'readBroadcast',
    differs: '`queued` from scheduling until its last email; content as Liquid',
    handle: async (_request, run) => {
      const reply = await run('readBroadcast');
      const broadcast = reply.body as BroadcastResource;
      const { object, html, text } = broadcast;
      return { ...reply, body: { object, ...presentSummary(broadcast), html, text } };
    },
  }),
  resendCall({
    name: 'broadcasts.update',
    method: 'PATCH',
    path: '/broadcasts/:id',
    like: 'updateBroadcast',
    body: updateBody,
    handle: async ({ body }, run) => idOf(await run('updateBroadcast', { body: broadcastOf(body) })),
  }),
  resendCall({
    name: 'broadcasts.send',
    method: 'POST',
    path: '/broadcasts/:id/send',
    like: 'sendBroadcast',
    differs: 'ISO times only',
    body: bodyOf({ scheduled_at: z.unknown().optional() }).optional(),
    handle: async ({ body }, run) => idOf(await run('sendBroadcast', { body })),
  }),
  resendCall({
    name: 'broadcasts.cancel',
    method: 'POST',
    path: '/broadcasts/:id/cancel',
    like: 'cancelBroadcast',
    handle: async ({ params }, run) => {
      const reply = await run('cancelBroadcast');
      return { ...reply, body: { object: 'broadcast', id: params['id'] } };
    },
  }),
  resendCall({
    name: 'broadcasts.duplicate',
    method: 'POST',
    path: '/broadcasts/:id/duplicate',
    like: 'duplicateBroadcast',
    handle: async (_request, run) => {
      const reply = await run('duplicateBroadcast');
      return { ...reply, body: { object: 'broadcast', id: (reply.body as BroadcastResource).id } };
    },
  }),
  resendCall({
    name: 'broadcasts.clickedLinks',
    method: 'GET',
    path: '/broadcasts/:id/clicked-links',
    like: 'listBroadcastLinks',
    differs: 'the 200 most clicked, on one page',
    handle: async (_request, run) => {
      const reply = await run('listBroadcastLinks');
      const { data } = reply.body as { data: BroadcastLinkResource[] };
      // All links beyond those that are counted one by one have no URL.
      const links = data.flatMap(({ url, clicks, unique_clicks }) =>
        url === null ? [] : { id: url, url, clicks, unique_clicks },
      );
      return { ...reply, body: { object: 'list', has_more: false, data: links } };
    },
  }),
  resendCall({
    name: 'broadcasts.remove',
    method: 'DELETE',
    path: '/broadcasts/:id',
    like: 'deleteBroadcast',
    handle: async ({ params }, run) => {
      await run('deleteBroadcast');
      return { status: 200, body: { object: 'broadcast', id: params['id'], deleted: true } };
    },
  }),
];

function broadcastOf(body: z.output<typeof updateBody>): object {
  const { topic_id: topic, audience_id: audience, segment_id = audience, ...broadcast } = body;
  return {
    ...broadcast,
    ...(segment_id !== undefined && { segment_id }),
    ...(topic !== undefined && { topic }),
  };
}

function idOf(reply: Awaited<ReturnType<ResendCall['handle']>>): typeof reply {
  return { ...reply, body: { id: (reply.body as BroadcastResource).id } };
}

const statuses: Readonly<Record<BroadcastStatus, string>> = {
  draft: 'draft',
  scheduled: 'queued',
  testing: 'queued',
  sent: 'sent',
  canceled: 'canceled',
};

function presentSummary(broadcast: BroadcastSummary): object {
  const { id, name, segment_id, from, subject, preview_text, created_at, scheduled_at, sent_at } = broadcast;
  return {
    ...{ id, name, segment_id, from, subject, preview_text, created_at, scheduled_at, sent_at },
    audience_id: segment_id,
    reply_to: broadcast.reply_to === null ? null : [broadcast.reply_to],
    status: statuses[broadcast.status],
    topic_id: broadcast.topic,
  };
}
