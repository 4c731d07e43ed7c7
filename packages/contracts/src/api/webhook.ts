import { z } from 'zod';
import { webhookEventTypes } from '../events';
import { lineOfText } from './text';

export const createWebhookRequest = z
  .object({
    url: lineOfText().min(1, 'required').max(2_048),
    events: z.array(z.enum(webhookEventTypes)).max(webhookEventTypes.length).default([]),
    description: lineOfText().max(500).optional(),
  })
  .meta({ id: 'CreateWebhookRequest' });
export type CreateWebhookRequest = z.infer<typeof createWebhookRequest>;

export const webhookResource = z
  .object({
    object: z.literal('webhook'),
    id: z.string(),
    url: z.string(),
    events: z.array(z.enum(webhookEventTypes)),
    description: z.string().nullable(),
    status: z.enum(['enabled', 'disabled']),
    created_at: z.string(),
  })
  .meta({ id: 'Webhook' });
export type WebhookResource = z.infer<typeof webhookResource>;

/** The create answer: the only time the secret is shown. */
export const createdWebhookResource = webhookResource
  .extend({ signing_secret: z.string() })
  .meta({ id: 'CreatedWebhook' });
export type CreatedWebhookResource = z.infer<typeof createdWebhookResource>;
