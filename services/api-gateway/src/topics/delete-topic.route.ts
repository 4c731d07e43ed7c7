import { AppError } from '@postrider/contracts/errors';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import { requireTopicAuthor, topicOf, type TopicRouteOptions } from './topic-request';

export function deleteTopicRoute({ topics }: TopicRouteOptions): Route {
  return defineRoute({
    operationId: 'deleteTopic',
    method: 'DELETE',
    path: '/topics/:slug',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    summary: 'Delete a topic',
    description:
      'Deletes a topic and its subscriptions. A topic that a broadcast, signup form or automation uses cannot be deleted: `topic_in_use`.',
    tag: 'Topics',
    success: { status: 204, schema: null },
    errors: ['not_found', 'forbidden_domain', 'topic_in_use'],
    handle: async ({ principal, params, requestId }) => {
      requireTopicAuthor(principal);
      const removed = await topics.remove(topicOf({ principal, params }), authorOf({ principal, requestId }));
      if (!removed) throw new AppError('not_found');
      return { status: 204 };
    },
  });
}
