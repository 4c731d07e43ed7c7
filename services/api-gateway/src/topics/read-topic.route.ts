import { AppError } from '@postrider/contracts/errors';
import { topicResource } from '@postrider/contracts/topics';
import { defineRoute, type Route } from '../http/route';
import { presentTopic, topicOf, topicVersion, type TopicRouteOptions } from './topic-request';

export function readTopicRoute({ topics, publicUrl }: TopicRouteOptions): Route {
  return defineRoute({
    operationId: 'readTopic',
    method: 'GET',
    path: '/topics/:slug',
    access: { key: 'ADMIN', user: 'SEND' },
    testKeys: 'refused',
    summary: 'Get a topic',
    description: 'Returns a topic by its slug.',
    tag: 'Topics',
    versioned: topicVersion,
    success: { status: 200, schema: topicResource },
    errors: ['not_found'],
    handle: async ({ principal, params }) => {
      const row = await topics.find(topicOf({ principal, params }));
      if (row === null) throw new AppError('not_found');
      return { status: 200, body: presentTopic(row, publicUrl) };
    },
  });
}
