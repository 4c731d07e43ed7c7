import { z } from 'zod';
import { webhookEventTypes } from '../events';
import { list } from './list';
import { lineOfText } from './text';

export const createWebhookRequest = z
  .object({
    url: lineOfText().min(1, 'required').max(2_048),
    events: list(z.enum(webhookEventTypes), webhookEventTypes.length).default([]),
    description: lineOfText().max(500).optional(),
  })
  .meta({ id: 'CreateWebhookRequest' });

/** Each field may be left out; null clears. */
export const updateWebhookRequest = z
  .object({
    url: lineOfText().min(1, 'required').max(2_048).optional(),
    events: list(z.enum(webhookEventTypes), webhookEventTypes.length).nullable().optional(),
    description: lineOfText().max(500).nullable().optional(),
    status: z.enum(['enabled', 'disabled']).optional(),
  })
  .meta({ id: 'UpdateWebhookRequest' });
export type UpdateWebhookRequest = z.infer<typeof updateWebhookRequest>;

export const webhookResource = z
  .object({
    object: z.literal('webhook'),
    id: z.string(),
    url: z.string(),
    events: z.array(z.enum(webhookEventTypes)),
    description: z.string().nullable(),
    status: z.enum(['enabled', 'disabled']),
    disabled_reason: z
      .enum(['gone', 'failing'])
      .nullable()
      .describe('Why it was disabled by itself: it answered 410, or only failed for 5 days'),
    failing_since: z.string().nullable().describe('The first failure since the last success'),
    created_at: z.string(),
  })
  .meta({ id: 'Webhook' });
export type WebhookResource = z.infer<typeof webhookResource>;

/** The create answer: the only time the secret is shown. */
export const createdWebhookResource = webhookResource
  .extend({ signing_secret: z.string() })
  .meta({ id: 'CreatedWebhook' });
export type CreatedWebhookResource = z.infer<typeof createdWebhookResource>;

/** The answer to a rotation: the only time the new secret is shown. */
export const rotatedWebhookResource = createdWebhookResource
  .extend({ previous_secret_until: z.string().describe('Until then both secrets sign') })
  .meta({ id: 'RotatedWebhook' });
export type RotatedWebhookResource = z.infer<typeof rotatedWebhookResource>;
