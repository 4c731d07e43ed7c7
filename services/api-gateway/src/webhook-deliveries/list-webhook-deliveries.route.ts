import { listOf } from '@postrider/contracts/fields';
import { listWebhookDeliveriesQuery, webhookDeliverySummary } from '@postrider/contracts/webhooks';
import { defineRoute, type Route } from '../http/route';
import { createPager } from '../paging/page';
import { namedEndpoint, type WebhookDeliveryRouteOptions } from './webhook-delivery-request';
import { presentDeliverySummary } from './webhook-deliveries.presenter';

export function listWebhookDeliveriesRoute(options: WebhookDeliveryRouteOptions): Route {
  return defineRoute({
    operationId: 'listWebhookDeliveries',
    method: 'GET',
    path: '/webhooks/:id/deliveries',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    query: listWebhookDeliveriesQuery,
    summary: 'List deliveries',
    description: 'Returns the deliveries of an endpoint, one per event, newest first.',
    tag: 'Webhooks',
    success: { status: 200, schema: listOf(webhookDeliverySummary).meta({ id: 'WebhookDeliveryList' }) },
    errors: ['not_found', 'validation_error', 'invalid_cursor', 'forbidden_domain'],
    handle: async (request) => {
      const { name } = await namedEndpoint(options, request);
      const { status, event_type: eventType, email: emailId, since, until, ...page } = request.query;
      const list = `webhooks/${name.endpointId}/deliveries`;
      const pager = createPager(options.cursors, { list, organizationId: name.organizationId });
      const found = await options.deliveries.list(name, {
        ...{ ...pager.start(page), status, eventType, emailId },
        since: since === undefined ? undefined : new Date(since),
        until: until === undefined ? undefined : new Date(until),
      });
      return { status: 200, body: pager.finishSearch(found, page.limit, presentDeliverySummary) };
    },
  });
}
