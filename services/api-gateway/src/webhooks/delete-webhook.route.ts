import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import { requireEveryDomain, type WebhookRouteOptions } from './webhook-request';

export function deleteWebhookRoute({ webhooks, publishEndpointChange }: WebhookRouteOptions): Route {
  return defineRoute({
    operationId: 'deleteWebhook',
    method: 'DELETE',
    path: '/webhooks/:id',
    access: { key: 'ADMIN' },
    isSensitive: true,
    testKeys: 'refused',
    summary: 'Delete a webhook endpoint',
    description: 'Deletes an endpoint and its delivery log. To pause it instead, set `status` to `disabled`.',
    tag: 'Webhooks',
    success: { status: 204, schema: null },
    errors: ['not_found', 'forbidden_domain'],
    handle: async ({ principal, params: { id }, requestId }) => {
      requireEveryDomain(principal);
      const organizationId = principal.organization.id;
      const author = authorOf({ principal, requestId });
      const removed = isId(id) && (await webhooks.remove(organizationId, id, author));
      if (!removed) throw new AppError('not_found');
      await publishEndpointChange(organizationId);
      return { status: 204 };
    },
  });
}
