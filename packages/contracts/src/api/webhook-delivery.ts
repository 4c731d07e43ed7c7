import { z } from 'zod';
import { emailEventTypes, webhookEventTypes } from '../events';
import { webhookDeliveryStatuses } from '../statuses';
import { pageQuery } from './email';
import { list } from './list';
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
} as const;

/** An item of the delivery log. */
export const webhookDeliverySummary = z
  .object({
    object: z.literal('webhook_delivery'),
    id: z.string().describe('The `postrider-delivery-id` of every try'),
    webhook_id: z.string(),
    event_type: z.enum(webhookEventTypes),
    email_id: z.string().nullable(),
    status: z.enum(webhookDeliveryStatuses),
    attempt_count: z.int(),
    next_attempt_at: z.string().nullable(),
    created_at: z.string(),
    delivered_at: z.string().nullable().describe('The last time; stays when it is replayed'),
  })
  .meta({ id: 'WebhookDeliverySummary' });
export type WebhookDeliverySummary = z.infer<typeof webhookDeliverySummary>;

export const webhookDeliveryResource = webhookDeliverySummary
  .extend({
    attempts: z
      .array(
        z.object({
          number: z.int(),
          at: z.string(),
          status: z.int().nullable().describe('HTTP status; null: no answer came'),
          latency_ms: z.int(),
          error: z.string().nullable().describe('Why no answer came, for example `timeout`'),
          response: z.string().nullable().describe('The first 4 KB of the answer'),
        }),
      )
      .describe(`Oldest first; the last ${webhookAttemptLimits.keptMax} are kept`),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDeliveryResource = z.infer<typeof webhookDeliveryResource>;

export const listWebhookDeliveriesQuery = pageQuery.extend({
  status: z.enum(webhookDeliveryStatuses).optional(),
  event_type: z.enum(webhookEventTypes).optional(),
});

export const replayWebhookRequest = z
  .object({
    since: timestamp().describe('Events recorded at this time or later'),
    until: timestamp().optional().describe('Events recorded at this time or earlier; by default now'),
    events: list(z.enum(emailEventTypes), emailEventTypes.length)
      .default([])
      .describe('Empty: all that the endpoint wants'),
  })
  .refine(isRange, rangeFault)
  .meta({ id: 'ReplayWebhookRequest' });
export type ReplayWebhookRequest = z.infer<typeof replayWebhookRequest>;

export const webhookReplayResource = z
  .object({
    object: z.literal('webhook_replay'),
    id: z.string(),
    webhook_id: z.string(),
    since: z.string(),
    until: z.string(),
    events: z.array(z.enum(emailEventTypes)),
    status: z.enum(['running', 'finished', 'stopped']).describe('stopped: the endpoint was disabled'),
    deliveries: z.int().describe('Made due so far'),
    created_at: z.string(),
    finished_at: z.string().nullable(),
  })
  .meta({ id: 'WebhookReplay' });
export type WebhookReplayResource = z.infer<typeof webhookReplayResource>;
