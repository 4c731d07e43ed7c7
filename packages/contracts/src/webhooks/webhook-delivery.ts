import { z } from 'zod';
import { refusedItem } from '../errors/error-body';
import { contactEventTypes, emailEventTypes, webhookEventTypes } from '../events/events';
import { count, countOrNull, flag, line, lineOrNull, objectName, time, timeOrNull } from '../fields/fields';
import { list } from '../fields/list';
import { pageQuery, sinceUntil } from '../fields/page';
import { sample } from '../fields/sample';
import { timestamp } from '../fields/text';
import { isRange, rangeFault } from '../fields/time-range';
import { webhookDeliveryStatuses } from '../statuses/statuses';

/**
 * Of one delivery, over all its replays. Replays without end must fill neither the log nor an answer: a try
 * may hold 4 KB of the receiver's.
 */
export const webhookAttemptLimits = {
  /** The newest; those before are deleted. */
  keptMax: 50,
  /** Then it is not replayed any more. */
  madeMax: 1_000,
  /** Replays that run at a time, for one endpoint: each is looked at every few seconds until its backlog has gone out. */
  replaysMax: 10,
} as const;

/** An item of the delivery log. */
export const webhookDeliverySummary = z
  .object({
    object: objectName('webhook_delivery'),
    id: line(
      'Id of the delivery, sent as the header `postrider-delivery-id` of every attempt.',
      sample.deliveryId,
    ),
    webhook_id: line('Id of the endpoint.', sample.webhookId),
    event_type: z
      .enum(webhookEventTypes)
      .meta({ examples: ['email.delivered'], description: 'Type of the event.' }),
    email_id: lineOrNull('Id of the email. Null if the event is not about an email.', sample.emailId),
    status: z.enum(webhookDeliveryStatuses).meta({
      examples: ['delivered'],
      description:
        '`pending`: will be attempted again. `delivered`: the endpoint answered 2xx. `exhausted`: no more automatic attempts.',
    }),
    attempt_count: count('Number of attempts.', 1),
    latency_ms: countOrNull(
      'Milliseconds until the response or the timeout of the last attempt. Null before the first attempt.',
      84,
    ),
    next_attempt_at: timeOrNull('When the next attempt is due. Null if there is none.', null),
    created_at: time('When the event was recorded.', sample.deliveredAt),
    delivered_at: timeOrNull(
      'When the endpoint last answered 2xx. A replay does not clear it. Null if it never did.',
      sample.deliveredAt,
    ),
  })
  .meta({ id: 'WebhookDeliverySummary', description: 'A webhook delivery in a list.' });
export type WebhookDeliverySummary = z.infer<typeof webhookDeliverySummary>;

export const webhookDeliveryResource = webhookDeliverySummary
  .extend({
    request_headers: z
      .array(
        z
          .object({
            name: line('Name of the header.', 'postrider-delivery-id'),
            value: lineOrNull(
              'Value of the header. Null if each attempt has a new one, such as the signature.',
              sample.deliveryId,
            ),
          })
          .meta({ id: 'WebhookRequestHeader', description: 'A header of a webhook request.' }),
      )
      .meta({ description: 'Headers of the request, in the current format of the endpoint.' }),
    body: lineOrNull(
      'Body of the request, in the current format of the endpoint. Null if its event was deleted, and for keys and users without the right to read content.',
      '{"type":"email.delivered","created_at":"2026-05-12T09:30:00.000Z","data":{}}',
    ),
    body_rebuilt: flag(
      'Whether the body was built again from the event. Stored bodies are deleted after the last attempt. A rebuilt body lacks metadata that was deleted since, and shows a contact as it is now.',
    ),
    attempts: z
      .array(
        z
          .object({
            number: count('Number of the attempt, starting at 1.', 1),
            at: time('When the attempt was made.', sample.deliveredAt),
            status: countOrNull('HTTP status of the response. Null if there was none.', 200),
            latency_ms: count('Milliseconds until the response or the timeout.', 84),
            error: lineOrNull(
              'Why there was no response, for example `timeout`. Null if there was one.',
              null,
            ),
            response: lineOrNull('First 4 KB of the response body. Null if there was no response.', 'ok'),
          })
          .meta({ id: 'WebhookAttempt', description: 'A delivery attempt.' }),
      )
      .meta({ description: `Attempts, oldest first. The last ${webhookAttemptLimits.keptMax} are kept.` }),
  })
  .meta({ id: 'WebhookDelivery', description: 'A webhook delivery with its attempts.' });
export type WebhookDeliveryResource = z.infer<typeof webhookDeliveryResource>;

export const listWebhookDeliveriesQuery = pageQuery
  .extend({
    status: z
      .enum(webhookDeliveryStatuses)
      .optional()
      .meta({ description: 'Only deliveries with this status.' }),
    event_type: z
      .enum(webhookEventTypes)
      .optional()
      .meta({ description: 'Only deliveries with this event type.' }),
    email: z
      .guid('must be an id')
      .optional()
      .meta({ description: 'Only deliveries about this email: its id.', examples: [sample.emailId] }),
    ...sinceUntil('recorded'),
  })
  .refine(isRange, rangeFault);

export const testWebhookRequest = z
  .object({
    event_type: z
      .enum(webhookEventTypes)
      .default('webhook.test')
      .meta({
        description:
          'Type of the event. Other types than `webhook.test` have the sample data of the documentation, with `mode` `test` where they have a mode.',
        examples: ['email.bounced'],
      }),
  })
  .meta({
    id: 'TestWebhookRequest',
    description: 'The event to send.',
    examples: [{ event_type: 'email.bounced' }],
  });

const idsMax = 100;

export const replayWebhookDeliveriesRequest = z
  .object({
    ids: list(z.string(), idsMax)
      .refine((ids) => ids.length > 0, 'must have at least 1 item')
      .meta({ description: `Ids of the deliveries, 1 to ${idsMax}.`, examples: [[sample.deliveryId]] }),
  })
  .meta({
    id: 'ReplayWebhookDeliveriesRequest',
    description: 'The deliveries to replay.',
    examples: [{ ids: [sample.deliveryId] }],
  });

export const replayWebhookDeliveriesResponse = z
  .object({
    data: z
      .array(z.union([webhookDeliverySummary, refusedItem]))
      .meta({ description: 'One result per id, in order.' }),
  })
  .meta({ id: 'ReplayWebhookDeliveriesResponse', description: 'The results.' });
export type ReplayWebhookDeliveriesResponse = z.infer<typeof replayWebhookDeliveriesResponse>;

const replayedTypes = [...emailEventTypes, ...contactEventTypes] as const;
const eventTypes = list(z.enum(replayedTypes), replayedTypes.length);

export const replayWebhookRequest = z
  .object({
    since: timestamp().meta({
      description: 'Start of the period. Events before the endpoint was created are never included.',
      examples: [sample.acceptedAt],
    }),
    until: timestamp()
      .optional()
      .meta({
        description: 'End of the period. Default: now.',
        examples: [sample.laterAt],
      }),
    events: eventTypes.default([]).meta({
      description: 'Event types to replay. Empty: all types of the endpoint.',
      examples: [['email.bounced']],
    }),
  })
  .refine(isRange, rangeFault)
  .meta({
    id: 'ReplayWebhookRequest',
    description: 'The period whose events are sent again.',
    examples: [{ since: sample.acceptedAt, until: sample.laterAt }],
  });
export type ReplayWebhookRequest = z.infer<typeof replayWebhookRequest>;

export const webhookReplayResource = z
  .object({
    object: objectName('webhook_replay'),
    id: line('Id of the replay.', sample.replayId),
    webhook_id: line('Id of the endpoint.', sample.webhookId),
    since: time('Start of the period.', sample.acceptedAt),
    until: time('End of the period.', sample.laterAt),
    events: z
      .array(z.enum(replayedTypes))
      .meta({ description: 'Event types to replay. Empty: all types of the endpoint.', examples: [[]] }),
    status: z
      .enum(['running', 'finished', 'stopped'])
      .meta({ description: 'Status of the replay. `stopped`: the endpoint was disabled.' }),
    deliveries: count('Number of deliveries scheduled so far.', 120),
    created_at: time('When the replay was requested.', sample.laterAt),
    finished_at: timeOrNull('When the replay ended. Null while it is running.', null),
  })
  .meta({ id: 'WebhookReplay', description: 'A replay of the events of a period.' });
export type WebhookReplayResource = z.infer<typeof webhookReplayResource>;
