import type { TopicResource } from '@postrider/contracts/topics';
import { z } from 'zod';
import { bodyOf, listReply, resendCall, type ResendCall } from './resend-call';
import { slugOf } from './slug-of';

const idIsSlug = "a topic's `id` is its slug, derived from the name";

export const topicCalls: readonly ResendCall[] = [
  resendCall({
    name: 'topics.create',
    method: 'POST',
    path: '/topics',
    like: 'createTopic',
    differs: idIsSlug,
    body: bodyOf({
      name: z.string(),
      description: z.unknown().optional(),
      default_subscription: z.enum(['opt_in', 'opt_out']),
    }),
    handle: async ({ body: { name, description, default_subscription: byDefault } }, run) => {
      const topic = { slug: slugOf(name, 64), name, description, default_opt_in: byDefault === 'opt_in' };
      const reply = await run('createTopic', { body: topic });
      return { ...reply, body: presentTopic(reply.body as TopicResource) };
    },
  }),
  resendCall({
    name: 'topics.list',
    method: 'GET',
    path: '/topics',
    like: 'listTopics',
    list: 'topics',
    differs: 'the first 100',
    handle: async (_request, run) =>
      listReply(await run('listTopics', { query: { limit: '100' } }), presentTopic),
  }),
  resendCall({
    name: 'topics.get',
    method: 'GET',
    path: '/topics/:slug',
    like: 'readTopic',
    handle: async (_request, run) => {
      const reply = await run('readTopic');
      return { ...reply, body: presentTopic(reply.body as TopicResource) };
    },
  }),
  resendCall({
    name: 'topics.update',
    method: 'PATCH',
    path: '/topics/:slug',
    like: 'updateTopic',
    body: bodyOf({
      // Their client repeats the id of the path.
      id: z.unknown().optional(),
      name: z.unknown().optional(),
      description: z.unknown().optional(),
    }),
    handle: async ({ body: { name, description }, params }, run) => {
      const reply = await run('updateTopic', { body: { name, description } });
      return { ...reply, body: { object: 'topic', id: params['slug'] } };
    },
  }),
  resendCall({
    name: 'topics.remove',
    method: 'DELETE',
    path: '/topics/:slug',
    like: 'deleteTopic',
    handle: async ({ params }, run) => {
      await run('deleteTopic');
      return { status: 200, body: { object: 'topic', id: params['slug'], deleted: true } };
    },
  }),
];

function presentTopic({ slug, name, description, default_opt_in, created_at }: TopicResource): object {
  const byDefault = default_opt_in ? 'opt_in' : 'opt_out';
  return {
    ...{ object: 'topic', id: slug, name, default_subscription: byDefault, created_at },
    ...(description !== null && { description }),
  };
}
