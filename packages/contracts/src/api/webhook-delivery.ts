import { z } from 'zod';
import { contactEventTypes, emailEventTypes, webhookEventTypes } from '../events';
import { webhookDeliveryStatuses } from '../statuses';
import { pageQuery } from './email';
import { count, countOrNull, line, lineOrNull, objectName, time, timeOrNull } from './fields';
import { list } from './list';
import { sample } from './sample';
import { timestamp } from './text';
import { isRange, rangeFault } from './time-range';

/**
 * Of one delivery, over all its replays. So that whoever replays without end fills neither the log nor an answer: a try
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
    id: line('Id of the delivery: the header `postrider-delivery-id` of every try.', sample.deliveryId),
    webhook_id: line('The endpoint that it goes to.', sample.webhookId),
    event_type: z
      .enum(webhookEventTypes)
      .meta({ examples: ['email.delivered'], description: 'Type of the event that it tells of.' }),
    email_id: lineOrNull('The email that it is about; null: none.', sample.emailId),
    status: z.enum(webhookDeliveryStatuses).meta({
      examples: ['delivered'],
      description:
        '`pending`: it is tried again; `delivered`: a 2xx came; `exhausted`: it is not tried again by itself.',
    }),
    attempt_count: count('How often it was tried.', 1),
    next_attempt_at: timeOrNull('When it is tried next; null: it is not.', null),
    created_at: time('When the event was recorded.', sample.deliveredAt),
    delivered_at: timeOrNull(
      'When a 2xx last came; it stays when it is replayed. Null: never.',
      sample.deliveredAt,
    ),
  })
  .meta({ id: 'WebhookDeliverySummary', description: 'A delivery as lists show it.' });
export type WebhookDeliverySummary = z.infer<typeof webhookDeliverySummary>;

export const webhookDeliveryResource = webhookDeliverySummary
  .extend({
    attempts: z
      .array(
        z
          .object({
            number: count('Which try it was, from 1 on.', 1),
            at: time('When it was made.', sample.deliveredAt),
            status: countOrNull('HTTP status of the answer; null: none came.', 200),
            latency_ms: count('Milliseconds until the answer, or until it was given up.', 84),
            error: lineOrNull('Why no answer came, for example `timeout`; null: one did.', null),
            response: lineOrNull('The first 4 KB of the answer; null: none came.', 'ok'),
          })
          .meta({ id: 'WebhookAttempt', description: 'A try to deliver.' }),
      )
      .meta({ description: `The tries, oldest first; the last ${webhookAttemptLimits.keptMax} are kept.` }),
  })
  .meta({ id: 'WebhookDelivery', description: 'A delivery with its tries.' });
export type WebhookDeliveryResource = z.infer<typeof webhookDeliveryResource>;

export const listWebhookDeliveriesQuery = pageQuery.extend({
  status: z.enum(webhookDeliveryStatuses).optional().meta({ description: 'Only deliveries of this status.' }),
  event_type: z
    .enum(webhookEventTypes)
    .optional()
    .meta({ description: 'Only deliveries of this event type.' }),
});

const replayedTypes = [...emailEventTypes, ...contactEventTypes] as const;
const eventTypes = list(z.enum(replayedTypes), replayedTypes.length);

export const replayWebhookRequest = z
  .object({
    since: timestamp().meta({
      description: 'Events that were recorded at this time or later, never before the endpoint was made.',
      examples: [sample.acceptedAt],
    }),
    until: timestamp()
      .optional()
      .meta({
        description: 'Events that were recorded at this time or earlier; left out: now.',
        examples: [sample.laterAt],
      }),
    events: eventTypes.default([]).meta({
      description: 'Only these event types; empty: all that the endpoint wants.',
      examples: [['email.bounced']],
    }),
  })
  .refine(isRange, rangeFault)
  .meta({
    id: 'ReplayWebhookRequest',
    description: 'The stretch of time whose events are sent again.',
    examples: [{ since: sample.acceptedAt, until: sample.laterAt }],
  });
export type ReplayWebhookRequest = z.infer<typeof replayWebhookRequest>;

export const webhookReplayResource = z
  .object({
    object: objectName('webhook_replay'),
    id: line('Id of the replay.', sample.replayId),
    webhook_id: line('The endpoint that it goes to.', sample.webhookId),
    since: time('Where the stretch begins.', sample.acceptedAt),
    until: time('Where it ends.', sample.laterAt),
    events: z
      .array(z.enum(replayedTypes))
      .meta({ description: 'Only these event types; empty: all that the endpoint wants.', examples: [[]] }),
    status: z
      .enum(['running', 'finished', 'stopped'])
      .meta({ description: 'How far it is; `stopped`: the endpoint was disabled.' }),
    deliveries: count('Deliveries that were made due so far.', 120),
    created_at: time('When it was asked for.', sample.laterAt),
    finished_at: timeOrNull('When it ended; null: it runs.', null),
  })
  .meta({ id: 'WebhookReplay', description: 'Events of a stretch of time that are sent again.' });
export type WebhookReplayResource = z.infer<typeof webhookReplayResource>;
