import { randomBytes } from 'node:crypto';
import {
  AppError,
  createdWebhookResource,
  createWebhookRequest,
  newId,
  planNamed,
} from '@postrider/contracts';
import { defineRoute, type Route } from '../http/route';
import { requireUnrestricted, type WebhookRouteParts } from './webhook-route-parts';
import { webhookUrlFault } from './webhook-url';
import { presentWebhook } from './webhooks.presenter';

export function createWebhookRoute(parts: WebhookRouteParts): Route {
  const { webhooks, secretBox, announceChange, urlRules } = parts;
  return defineRoute({
    method: 'POST',
    path: '/webhooks',
    permission: 'ADMIN',
    testKeys: 'refused',
    body: createWebhookRequest,
    bodyBytesMax: 65_536,
    summary: 'Add a webhook endpoint; its signing secret is shown in this answer only',
    tag: 'Webhooks',
    success: { status: 201, schema: createdWebhookResource },
    errors: ['validation_error', 'forbidden_domain', 'plan_limit'],
    handle: async ({ principal, body, requestId }) => {
      requireUnrestricted(principal);
      const fault = webhookUrlFault(body.url, urlRules);
      if (fault !== null) throw new AppError('validation_error', `url: ${fault}`);
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
          endpointsMax: planNamed(principal.organization.plan).webhookEndpoints,
          author: { keyId: principal.keyId, requestId },
        },
      );
      if (row === null) throw new AppError('plan_limit', 'The plan allows no more webhook endpoints.');
      await announceChange(principal.organization.id);
      return { status: 201, body: { ...presentWebhook(row), signing_secret: secret } };
    },
  });
}

/** 256 bits: as much as the HMAC-SHA256 that it keys. */
function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`;
}
