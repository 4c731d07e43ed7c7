import { webhookEventTypes } from '@postrider/contracts/events';
import {
  resendEventNames,
  type CreatedWebhookResource,
  type WebhookDeliveryResource,
  type WebhookDeliverySummary,
  type WebhookResource,
} from '@postrider/contracts/webhooks';
import { z } from 'zod';
import { bodyOf, listReply, resendCall, type ResendCall } from './resend-call';

const eventName = z.enum(Object.values(resendEventNames), {
  error: ({ input }) => `${String(input).slice(0, 60)}: Postrider has no such event`,
});
/** One event of theirs may be several of ours. */
const events = z
  .array(eventName)
  .max(100)
  .transform((names) => webhookEventTypes.filter((type) => names.includes(resendEventNames[type])));
const createBody = bodyOf({ endpoint: z.unknown(), events: events.optional() });
const updateBody = bodyOf({
  endpoint: z.unknown().optional(),
  events: events.optional(),
  status: z.unknown().optional(),
});
const event = 'an event is a webhook delivery';

export const webhookCalls: readonly ResendCall[] = [
  resendCall({
    name: 'webhooks.create',
    method: 'POST',
    path: '/webhooks',
    like: 'createWebhook',
    differs: 'only `events` that Postrider has; the `to` of an event is its recipient',
    body: createBody,
    handle: async ({ body: { endpoint: url, events } }, run) => {
      const reply = await run('createWebhook', { body: { url, events, format: 'resend' } });
      const { id, signing_secret } = reply.body as CreatedWebhookResource;
      return { ...reply, body: { object: 'webhook', id, signing_secret } };
    },
  }),
  resendCall({
    name: 'webhooks.list',
    method: 'GET',
    path: '/webhooks',
    like: 'listWebhooks',
    list: 'webhooks',
    handle: async (_request, run) => listReply(await run('listWebhooks'), presentWebhook),
  }),
  resendCall({
    name: 'webhooks.get',
    method: 'GET',
    path: '/webhooks/:id',
    like: 'readWebhook',
    differs: 'without `signing_secret`, which only `create` and `rotateSigningSecret` return',
    handle: async (_request, run) => {
      const reply = await run('readWebhook');
      return { ...reply, body: presentWebhook(reply.body as WebhookResource) };
    },
  }),
  resendCall({
    name: 'webhooks.update',
    method: 'PATCH',
    path: '/webhooks/:id',
    like: 'updateWebhook',
    body: updateBody,
    handle: async ({ body: { endpoint, ...rest }, params }, run) => {
      const change = { ...rest, ...(endpoint !== undefined && { url: endpoint }) };
      const reply = await run('updateWebhook', { body: change });
      return { ...reply, body: { object: 'webhook', id: params['id'] } };
    },
  }),
  resendCall({
    name: 'webhooks.remove',
    method: 'DELETE',
    path: '/webhooks/:id',
    like: 'deleteWebhook',
    handle: async ({ params }, run) => {
      await run('deleteWebhook');
      return { status: 200, body: { object: 'webhook', id: params['id'], deleted: true } };
    },
  }),
  resendCall({
    name: 'webhooks.rotateSigningSecret',
    method: 'POST',
    path: '/webhooks/:id/signing-secret/rotate',
    like: 'rotateWebhookSecret',
    handle: async ({ params }, run) => {
      const reply = await run('rotateWebhookSecret');
      const { signing_secret } = reply.body as CreatedWebhookResource;
      return { ...reply, body: { object: 'webhook', id: params['id'], signing_secret } };
    },
  }),
  resendCall({
    name: 'webhooks.events.list',
    method: 'GET',
    path: '/webhooks/:id/events',
    like: 'listWebhookDeliveries',
    list: ({ id }) => `webhooks/${id}/deliveries`,
    differs: event,
    handle: async (_request, run) => listReply(await run('listWebhookDeliveries'), presentDelivery),
  }),
  resendCall({
    name: 'webhooks.events.get',
    method: 'GET',
    path: '/webhooks/:id/events/:delivery_id',
    like: 'readWebhookDelivery',
    differs: `${event}; without \`payload\``,
    handle: async (_request, run) => {
      const reply = await run('readWebhookDelivery');
      const delivery = reply.body as WebhookDeliveryResource;
      const { next_attempt_at } = delivery;
      return { ...reply, body: { object: 'webhook_event', ...presentDelivery(delivery), next_attempt_at } };
    },
  }),
  resendCall({
    name: 'webhooks.events.replay',
    method: 'POST',
    path: '/webhooks/:id/events/:delivery_id/replay',
    like: 'replayWebhookDelivery',
    differs: event,
    handle: async ({ params }, run) => {
      await run('replayWebhookDelivery');
      return { status: 200, body: { object: 'webhook_event', id: params['delivery_id'] } };
    },
  }),
  resendCall({
    name: 'webhooks.events.attempts.list',
    method: 'GET',
    path: '/webhooks/:id/events/:delivery_id/attempts',
    like: 'readWebhookDelivery',
    differs: 'all of them, on one page',
    handle: async (_request, run) => {
      const reply = await run('readWebhookDelivery');
      const { id, attempts } = reply.body as WebhookDeliveryResource;
      const data = attempts.map(({ number, at, status, response, error }) => ({
        ...{ id: `${id}/${number}`, http_status_code: status, response: response ?? error, sent_at: at },
      }));
      return { ...reply, body: { object: 'list', has_more: false, data } };
    },
  }),
];

function presentWebhook({ id, url, events: types, status, created_at }: WebhookResource): object {
  const names = types.length > 0 ? [...new Set(types.map((type) => resendEventNames[type]))] : null;
  return { object: 'webhook', id, endpoint: url, events: names, status, created_at };
}

const statuses: Readonly<Record<WebhookDeliverySummary['status'], string>> = {
  pending: 'pending',
  delivered: 'success',
  exhausted: 'failed',
};

function presentDelivery({ id, event_type, status, created_at }: WebhookDeliverySummary): object {
  return { id, type: resendEventNames[event_type], status: statuses[status], created_at };
}
