import { AppError } from '@postrider/contracts/errors';
import { newId } from '@postrider/contracts/ids';
import { planNamed } from '@postrider/contracts/organizations';
import { createdWebhookResource, createWebhookRequest } from '@postrider/contracts/webhooks';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import {
  newSigningSecret,
  requireEveryDomain,
  requireUsableUrl,
  type WebhookRouteOptions,
} from './webhook-request';
import { presentWebhook } from './webhooks.presenter';

export function createWebhookRoute(options: WebhookRouteOptions): Route {
  const { webhooks, secretBox, publishEndpointChange, urlRules, plans } = options;
  return defineRoute({
    operationId: 'createWebhook',
    method: 'POST',
    path: '/webhooks',
    access: { key: 'ADMIN' },
    rights: ['content', 'export'],
    testKeys: 'refused',
    body: createWebhookRequest,
    bodyBytesMax: 65_536,
    summary: 'Add a webhook endpoint',
    description:
      'Adds an endpoint for future events. The response contains the signing secret, which is returned only once: verify every delivery with it. The endpoint must answer 2xx within 5 seconds; otherwise the delivery is retried for 28 hours. Test it with `POST /webhooks/{id}/test`. Deliveries contain content and addresses, so the key needs the rights to read content and to export.',
    tag: 'Webhooks',
    success: { status: 201, schema: createdWebhookResource },
    errors: ['validation_error', 'forbidden_domain', 'plan_limit'],
    handle: async ({ principal, body, requestId }) => {
      requireEveryDomain(principal);
      await requireUsableUrl(body.url, urlRules);
      const { webhookEndpoints: endpointsMax } = planNamed(principal.organization.plan, plans);
      const id = newId();
      const secret = newSigningSecret();
      const row = await webhooks.create(
        principal.organization.id,
        {
          id,
          url: body.url,
          events: [...new Set(body.events)],
          description: body.description ?? null,
          format: body.format,
          signingSecret: secretBox.seal(secret, id),
        },
        {
          endpointsMax,
          author: authorOf({ principal, requestId }),
        },
      );
      if (row === null)
        throw new AppError(
          'plan_limit',
          `The plan allows ${endpointsMax} webhook endpoints. Delete one with DELETE /webhooks/{id}, or ask the operator for another plan.`,
        );
      await publishEndpointChange(principal.organization.id);
      return { status: 201, body: { ...presentWebhook(row), signing_secret: secret } };
    },
  });
}
