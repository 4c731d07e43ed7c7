import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import {
  updateWebhookRequest,
  webhookResource,
  type UpdateWebhookRequest,
} from '@postrider/contracts/webhooks';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import { requireEveryDomain, requireUsableUrl, type WebhookRouteOptions } from './webhook-request';
import { presentWebhook } from './webhooks.presenter';
import type { WebhookChange } from './webhooks.repository';

export function updateWebhookRoute({
  webhooks,
  publishEndpointChange,
  urlRules,
}: WebhookRouteOptions): Route {
  return defineRoute({
    operationId: 'updateWebhook',
    method: 'PATCH',
    path: '/webhooks/:id',
    access: { key: 'ADMIN' },
    rights: ['content', 'export'],
    testKeys: 'refused',
    body: updateWebhookRequest,
    bodyBytesMax: 65_536,
    summary: 'Update a webhook endpoint',
    description:
      'Changes the given fields; null clears a field. Enabling an endpoint clears its failures. Use `POST /webhooks/{id}/replay` to send missed events. The key needs the rights to read content and to export.',
    tag: 'Webhooks',
    success: { status: 200, schema: webhookResource },
    errors: ['not_found', 'validation_error', 'forbidden_domain'],
    handle: async ({ principal, params: { id }, body, requestId }) => {
      requireEveryDomain(principal);
      if (body.url !== undefined) await requireUsableUrl(body.url, urlRules);
      const organizationId = principal.organization.id;
      const author = authorOf({ principal, requestId });
      const endpoint = { organizationId, endpointId: id };
      const row = isId(id) ? await webhooks.change(endpoint, changeOf(body), author) : null;
      if (row === null) throw new AppError('not_found');
      await publishEndpointChange(organizationId);
      return { status: 200, body: presentWebhook(row) };
    },
  });
}

function changeOf({ url, events, description, status, format }: UpdateWebhookRequest): WebhookChange {
  return {
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events: [...new Set(events)] }),
    ...(description !== undefined && { description }),
    ...(status !== undefined && { status }),
    ...(format !== undefined && { format }),
  };
}
