import { AppError, isId, webhookResource } from '@postrider/contracts';
import { defineRoute, type Route } from '../http/route';
import type { WebhookRouteParts } from './webhook-route-parts';
import { presentWebhook } from './webhooks.presenter';

export function readWebhookRoute({ webhooks }: WebhookRouteParts): Route {
  return defineRoute({
    method: 'GET',
    path: '/webhooks/:id',
    permission: 'ADMIN',
    testKeys: 'refused',
    summary: 'Read a webhook endpoint',
    tag: 'Webhooks',
    success: { status: 200, schema: webhookResource },
    errors: ['not_found'],
    handle: async ({ principal, params: { id = '' } }) => {
      const row = isId(id) ? await webhooks.find(principal.organization.id, id) : null;
      if (row === null) throw new AppError('not_found');
      return { status: 200, body: presentWebhook(row) };
    },
  });
}
