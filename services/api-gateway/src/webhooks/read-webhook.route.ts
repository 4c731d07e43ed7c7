import { webhookResource } from '@postrider/contracts/webhooks';
import { defineRoute, type Route } from '../http/route';
import { findEndpoint, type WebhookRouteOptions } from './webhook-request';
import { presentWebhook } from './webhooks.presenter';

export function readWebhookRoute({ webhooks }: WebhookRouteOptions): Route {
  return defineRoute({
    operationId: 'readWebhook',
    method: 'GET',
    path: '/webhooks/:id',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    summary: 'Get a webhook endpoint',
    description: 'Returns an endpoint with its status, without its secret.',
    tag: 'Webhooks',
    success: { status: 200, schema: webhookResource },
    errors: ['not_found'],
    handle: async ({ principal, params: { id } }) => {
      const row = await findEndpoint(webhooks, principal.organization.id, id);
      return { status: 200, body: presentWebhook(row) };
    },
  });
}
