import { AppError, createTopicRequest, topicResource } from '@postrider/contracts';
import { isUniqueViolation } from '@postrider/db';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import { requireTopicAuthor, type TopicRouteParts } from './topic-route-parts';
import { presentTopic } from './topics.presenter';

export function createTopicRoute({ topics }: TopicRouteParts): Route {
  return defineRoute({
    method: 'POST',
    path: '/topics',
    permission: 'ADMIN',
    testKeys: 'refused',
    body: createTopicRequest,
    bodyBytesMax: 65_536,
    summary: 'Add a topic that contacts can subscribe to',
    tag: 'Topics',
    success: { status: 201, schema: topicResource },
    errors: ['validation_error', 'forbidden_domain', 'topic_exists'],
    handle: async ({ principal, body, requestId }) => {
      requireTopicAuthor(principal);
      const { slug, name, description = null, default_opt_in: defaultOptIn } = body;
      const topic = { slug, name, description, defaultOptIn };
      const author = authorOf({ principal, requestId });
      try {
        const row = await topics.create(principal.organization.id, topic, author);
        return { status: 201, body: presentTopic(row) };
      } catch (error) {
        if (isUniqueViolation(error)) throw new AppError('topic_exists');
        throw error;
      }
    },
  });
}
