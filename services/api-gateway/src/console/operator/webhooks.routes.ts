import {
  disableOperatorWebhookRequest,
  listOperatorWebhooksQuery,
  operatorWebhookChanged,
  operatorWebhookList,
  replayOperatorWebhookRequest,
  type OperatorWebhook,
} from '@postrider/contracts/console';
import { AppError, invalidField } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import type { Pool } from '@postrider/db';
import {
  CommandRefused,
  disableWebhook,
  enableWebhook,
  listWebhooks,
  startReplay,
  type WebhookRow,
} from '@postrider/operator';
import { createPager } from '../../paging/page';
import { operatorRoute } from '../console-route';
import { listScope, loginOf, organizationIdOf } from './platform';

/** Webhook endpoints of all organizations. */
export const webhookRoutes = [
  operatorRoute({
    operationId: 'listOperatorWebhooks',
    method: 'GET',
    path: '/operator/webhooks',
    query: listOperatorWebhooksQuery,
    summary: 'List webhook endpoints of all organizations',
    description:
      'Returns webhook endpoints of all organizations or one, without their secrets, newest first.',
    success: { status: 200, schema: operatorWebhookList },
    errors: [],
    handle: async ({ query: { organization, state, ...page } }, { pool, cursors }) => {
      const organizationId = await organizationIdOf(pool, organization);
      const pager = createPager(cursors, listScope('operator-webhooks'));
      const { limit, beforeId } = pager.start(page);
      const filter = { organizationId, dead: state === 'dead', beforeId, limit: limit + 1 };
      return { body: pager.finish(await listWebhooks(pool, filter), limit, presentWebhook) };
    },
  }),
  operatorRoute({
    operationId: 'enableOperatorWebhook',
    method: 'POST',
    path: '/operator/webhooks/:id/enable',
    summary: 'Enable a webhook endpoint of any organization',
    description: 'Enables a disabled endpoint. Replay the events that it missed.',
    success: { status: 200, schema: operatorWebhookChanged },
    errors: ['not_found'],
    handle: async ({ session, params: { id } }, { pool, publishEndpointChange }) => {
      await requireWebhook(pool, id);
      await publishEndpointChange(await enableWebhook(pool, id, loginOf(session)));
      return { body: { object: 'operator_webhook_change' as const, id, replay_id: null, is_enabled: true } };
    },
  }),
  operatorRoute({
    operationId: 'disableOperatorWebhook',
    method: 'POST',
    path: '/operator/webhooks/:id/disable',
    body: disableOperatorWebhookRequest,
    summary: 'Disable a webhook endpoint of any organization',
    description:
      'Nothing is delivered to the endpoint until the organization or an operator enables it. The organization gets a notice with the reason, and can replay what the endpoint missed. The audit log of the organization records it.',
    success: { status: 200, schema: operatorWebhookChanged },
    errors: ['not_found'],
    handle: async ({ session, params: { id }, body: { reason } }, { pool, publishEndpointChange }) => {
      await requireWebhook(pool, id);
      const given = { operator: loginOf(session), reason };
      await publishEndpointChange(await disableWebhook(pool, id, given));
      return { body: { object: 'operator_webhook_change' as const, id, replay_id: null, is_enabled: false } };
    },
  }),
  operatorRoute({
    operationId: 'replayOperatorWebhook',
    method: 'POST',
    path: '/operator/webhooks/:id/replay',
    body: replayOperatorWebhookRequest,
    summary: 'Replay a webhook endpoint of any organization',
    description:
      'Sends the events since a time again, with the same delivery ids. The same replay is not begun twice while it runs.',
    success: { status: 200, schema: operatorWebhookChanged },
    errors: ['not_found'],
    handle: async ({ session, params: { id }, body }, { pool, clock, publishEndpointChange }) => {
      await requireWebhook(pool, id);
      const [since, until] = [new Date(body.since), clock.now()];
      if (since > until) throw invalidField('since', 'must not be in the future');
      const asked = { since, until, events: [], operator: loginOf(session) };
      const replay = await startReplay(pool, id, asked).catch((error: unknown) => {
        throw error instanceof CommandRefused ? invalidField('id', error.message) : error;
      });
      await publishEndpointChange(replay.organization_id);
      return {
        body: { object: 'operator_webhook_change' as const, id, replay_id: replay.id, is_enabled: true },
      };
    },
  }),
];

/** @throws AppError `not_found` */
async function requireWebhook(pool: Pool, id: string): Promise<void> {
  const [found] = isId(id) ? await listWebhooks(pool, { organizationId: null, id, limit: 1 }) : [];
  if (found === undefined) throw new AppError('not_found');
}

function presentWebhook(row: WebhookRow): OperatorWebhook {
  return {
    object: 'operator_webhook',
    ...{ id: row.id, organization: row.organization, url: row.url, status: row.status },
    disabled_reason: row.disabled_reason,
    failing_since: row.failing_since?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
