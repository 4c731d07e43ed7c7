import { listOf, pageQuery } from '@postrider/contracts/fields';
import { webhookResource } from '@postrider/contracts/webhooks';
import { defineRoute, type Route } from '../http/route';
import { createPager } from '../paging/page';
import type { WebhookRouteOptions } from './webhook-request';
import { presentWebhook } from './webhooks.presenter';

export function listWebhooksRoute({ webhooks, cursors }: WebhookRouteOptions): Route {
  return defineRoute({
    operationId: 'listWebhooks',
    method: 'GET',
    path: '/webhooks',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    query: pageQuery,
    summary: 'List webhook endpoints',
    description: 'Returns all endpoints with their status, without secrets.',
    tag: 'Webhooks',
    success: { status: 200, schema: listOf(webhookResource).meta({ id: 'WebhookList' }) },
    errors: ['validation_error', 'invalid_cursor'],
    handle: async ({ principal, query }) => {
      const organizationId = principal.organization.id;
      const pager = createPager(cursors, { list: 'webhooks', organizationId });
      const rows = await webhooks.list(organizationId, pager.start(query));
      return { status: 200, body: pager.finish(rows, query.limit, presentWebhook) };
    },
  });
}
