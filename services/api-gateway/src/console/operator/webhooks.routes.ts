import { AppError, invalidField, isId } from '@postrider/contracts';
import type { OperatorWebhook } from '@postrider/contracts/console';
import {
  CommandRefused,
  disableWebhook,
  enableWebhook,
  listWebhooks,
  startReplay,
  type WebhookRow,
} from '@postrider/operator';
import { createPager } from '../../paging/page';
import { createPublishEndpointChange } from '../../webhooks/webhook-request';
import { consoleRoute, type ConsoleRoute } from '../console-route';
import { resourceEndpoints as endpoints } from '../endpoints/resource.endpoints';
import { listScope, loginOf, organizationIdOf, type OperatorRouteOptions } from './platform';

/** Webhook endpoints of all organizations. */
export function webhookRoutes(options: OperatorRouteOptions): ConsoleRoute[] {
  const { pool, cursors, clock } = options;
  const publishEndpointChange = createPublishEndpointChange(options);
  /** @throws AppError `not_found` */
  const requireWebhook = async (id: string): Promise<void> => {
    const [found] = isId(id) ? await listWebhooks(pool, { organizationId: null, id, limit: 1 }) : [];
    if (found === undefined) throw new AppError('not_found');
  };
  return [
    consoleRoute(endpoints.listWebhooks, async ({ query: { organization, state, ...page } }) => {
      const organizationId = await organizationIdOf(pool, organization);
      const pager = createPager(cursors, listScope('operator-webhooks'));
      const { limit, beforeId } = pager.start(page);
      const filter = { organizationId, dead: state === 'dead', beforeId, limit: limit + 1 };
      return { body: pager.finish(await listWebhooks(pool, filter), limit, presentWebhook) };
    }),
    consoleRoute(endpoints.enableWebhook, async ({ session, params: { id } }) => {
      await requireWebhook(id);
      await publishEndpointChange(await enableWebhook(pool, id, loginOf(session)));
      return { body: { object: 'operator_webhook_change' as const, id, replay_id: null, is_enabled: true } };
    }),
    consoleRoute(endpoints.disableWebhook, async ({ session, params: { id }, body: { reason } }) => {
      await requireWebhook(id);
      const given = { operator: loginOf(session), reason };
      await publishEndpointChange(await disableWebhook(pool, id, given));
      return { body: { object: 'operator_webhook_change' as const, id, replay_id: null, is_enabled: false } };
    }),
    consoleRoute(endpoints.replayWebhook, async ({ session, params: { id }, body }) => {
      await requireWebhook(id);
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
    }),
  ];
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
