import { AppError } from '@postrider/contracts/errors';
import { listOf, pageQuery } from '@postrider/contracts/fields';
import { isId } from '@postrider/contracts/ids';
import { webhookDeliverySummary } from '@postrider/contracts/webhooks';
import { defineRoute, type Route } from '../http/route';
import { createPager } from '../paging/page';
import type { EmailDeliveriesRepository } from './email-deliveries.repository';
import type { WebhookDeliveryRouteOptions } from './webhook-delivery-request';
import { presentDeliverySummary } from './webhook-deliveries.presenter';

export function listEmailDeliveriesRoute({
  cursors,
  emailDeliveries,
}: Pick<WebhookDeliveryRouteOptions, 'cursors'> & {
  readonly emailDeliveries: EmailDeliveriesRepository;
}): Route {
  return defineRoute({
    operationId: 'listEmailWebhookDeliveries',
    method: 'GET',
    path: '/emails/:id/webhook-deliveries',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    query: pageQuery,
    summary: 'List webhook deliveries of an email',
    description:
      'Returns the webhook deliveries of an email to the current endpoints, newest event first: those of its newest 200 events. `GET /webhooks/{id}/deliveries/{delivery_id}` has the attempts.',
    tag: 'Emails',
    success: { status: 200, schema: listOf(webhookDeliverySummary).meta({ id: 'EmailWebhookDeliveryList' }) },
    errors: ['not_found', 'validation_error', 'invalid_cursor'],
    handle: async ({ principal, params: { id }, query }) => {
      if (!isId(id)) throw new AppError('not_found');
      const { domainIds, organization } = principal;
      const list = `emails/${id.toLowerCase()}/webhook-deliveries`;
      const pager = createPager(cursors, { list, organizationId: organization.id });
      const email = { organizationId: organization.id, emailId: id, domainIds };
      const rows = await emailDeliveries.list(email, pager.start(query));
      if (rows === null) throw new AppError('not_found');
      return { status: 200, body: pager.finish(rows, query.limit, presentDeliverySummary) };
    },
  });
}
