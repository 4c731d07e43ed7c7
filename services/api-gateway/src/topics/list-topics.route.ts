import { listOf, pageQuery } from '@postrider/contracts/fields';
import { topicResource } from '@postrider/contracts/topics';
import { defineRoute, type Route } from '../http/route';
import { createPager } from '../paging/page';
import { presentTopic, type TopicRouteOptions } from './topic-request';

export function listTopicsRoute({ topics, cursors, publicUrl }: TopicRouteOptions): Route {
  return defineRoute({
    operationId: 'listTopics',
    method: 'GET',
    path: '/topics',
    access: { key: 'ADMIN', user: 'SEND' },
    testKeys: 'refused',
    query: pageQuery,
    summary: 'List topics',
    description: 'Returns all topics of the organization.',
    tag: 'Topics',
    success: { status: 200, schema: listOf(topicResource).meta({ id: 'TopicList' }) },
    errors: ['validation_error', 'invalid_cursor'],
    handle: async ({ principal, query }) => {
      const organizationId = principal.organization.id;
      const pager = createPager(cursors, { list: 'topics', organizationId });
      const rows = await topics.list(organizationId, pager.start(query));
      return { status: 200, body: pager.finish(rows, query.limit, (row) => presentTopic(row, publicUrl)) };
    },
  });
}
