import {
  AppError,
  createdWebhookResource,
  createWebhookRequest,
  newId,
  planNamed,
} from '@postrider/contracts';
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
    permission: 'ADMIN',
    testKeys: 'refused',
    body: createWebhookRequest,
    bodyBytesMax: 65_536,
    summary: 'Add a webhook endpoint; its signing secret is shown in this answer only',
    description:
      'Deliveries begin with the next event. The secret is in this answer only: verify every delivery with it. An endpoint answers any 2xx within 5 seconds, then works; otherwise it is tried again over 28 hours. `POST /webhooks/{id}/test` tries it out.',
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
          `The plan allows ${endpointsMax} webhook endpoints: delete one that is not needed (DELETE /webhooks/{id}), or ask the operator for another plan.`,
        );
      await publishEndpointChange(principal.organization.id);
      return { status: 201, body: { ...presentWebhook(row), signing_secret: secret } };
    },
  });
}
