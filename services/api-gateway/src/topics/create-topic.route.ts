import { createTopicRequest, topicResource } from '@postrider/contracts/topics';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import { presentTopic, requireTopicAuthor, topicVersion, type TopicRouteOptions } from './topic-request';

export function createTopicRoute({ topics, publicUrl }: TopicRouteOptions): Route {
  return defineRoute({
    operationId: 'createTopic',
    method: 'POST',
    path: '/topics',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    body: createTopicRequest,
    bodyBytesMax: 65_536,
    summary: 'Create a topic',
    description:
      'Creates a topic, for example a newsletter, that contacts subscribe to and unsubscribe from. Each broadcast has a topic and is sent only to its subscribers.',
    tag: 'Topics',
    versioned: topicVersion,
    success: { status: 201, schema: topicResource },
    errors: ['validation_error', 'forbidden_domain', 'topic_exists'],
    handle: async ({ principal, body, requestId }) => {
      requireTopicAuthor(principal);
      const { slug, name, description = null, default_opt_in: defaultOptIn, visibility, archive } = body;
      const topic = { slug, name, description, defaultOptIn, visibility, archive };
      const author = authorOf({ principal, requestId });
      const row = await topics.create(principal.organization.id, topic, author);
      return { status: 201, body: presentTopic(row, publicUrl) };
    },
  });
}
