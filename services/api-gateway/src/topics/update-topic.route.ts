import { AppError } from '@postrider/contracts/errors';
import { topicResource, updateTopicRequest } from '@postrider/contracts/topics';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import {
  presentTopic,
  requireTopicAuthor,
  topicOf,
  topicVersion,
  type TopicRouteOptions,
} from './topic-request';

export function updateTopicRoute({ topics, publicUrl }: TopicRouteOptions): Route {
  return defineRoute({
    operationId: 'updateTopic',
    method: 'PATCH',
    path: '/topics/:slug',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    body: updateTopicRequest,
    bodyBytesMax: 65_536,
    summary: 'Update a topic',
    description:
      'Changes the given fields. A new `default_opt_in` takes effect at once for all contacts that have not chosen. `archive: true` also lists broadcasts that were sent before; `false` ends the page at once.',
    tag: 'Topics',
    versioned: topicVersion,
    success: { status: 200, schema: topicResource },
    errors: ['not_found', 'validation_error', 'forbidden_domain'],
    handle: async ({ principal, params, body, requestId, version }) => {
      requireTopicAuthor(principal);
      const { name, description, default_opt_in: defaultOptIn, visibility, archive } = body;
      const change = {
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(defaultOptIn !== undefined && { defaultOptIn }),
        ...(visibility !== undefined && { visibility }),
        ...(archive !== undefined && { archive }),
      };
      const row = await topics.change(topicOf({ principal, params }), change, {
        author: authorOf({ principal, requestId, version }),
        check: (before) => version.require(presentTopic(before, publicUrl)),
      });
      if (row === null) throw new AppError('not_found');
      return { status: 200, body: presentTopic(row, publicUrl) };
    },
  });
}
