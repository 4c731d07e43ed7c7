import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { rotationGraceMs } from '@postrider/contracts/keys';
import { rotatedWebhookResource } from '@postrider/contracts/webhooks';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import { newSigningSecret, requireEveryDomain, type WebhookRouteOptions } from './webhook-request';
import { presentWebhook } from './webhooks.presenter';

export function rotateWebhookSecretRoute(options: WebhookRouteOptions): Route {
  const { webhooks, secretBox, publishEndpointChange, clock } = options;
  return defineRoute({
    operationId: 'rotateWebhookSecret',
    method: 'POST',
    path: '/webhooks/:id/rotate-secret',
    access: { key: 'ADMIN' },
    isSensitive: true,
    testKeys: 'refused',
    summary: 'Rotate a signing secret',
    description:
      'Creates a new signing secret, which is returned only once. For 24 hours deliveries are signed with both secrets: deploy the new one within that time.',
    tag: 'Webhooks',
    success: { status: 200, schema: rotatedWebhookResource },
    errors: ['not_found', 'forbidden_domain'],
    handle: async ({ principal, params: { id }, requestId }) => {
      requireEveryDomain(principal);
      if (!isId(id)) throw new AppError('not_found');
      const organizationId = principal.organization.id;
      const secret = newSigningSecret();
      const previousSecretUntil = new Date(clock.now().getTime() + rotationGraceMs);
      const sealed = { signingSecret: secretBox.seal(secret, id), previousSecretUntil };
      const author = authorOf({ principal, requestId });
      const row = await webhooks.rotateSecret({ organizationId, endpointId: id }, sealed, author);
      if (row === null) throw new AppError('not_found');
      await publishEndpointChange(organizationId);
      const until = { previous_secret_until: previousSecretUntil.toISOString() };
      return { status: 200, body: { ...presentWebhook(row), signing_secret: secret, ...until } };
    },
  });
}
