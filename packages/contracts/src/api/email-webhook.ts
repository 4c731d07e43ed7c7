import { z } from 'zod';
import { emailEventTypes } from '../events';
import { diagnosis } from '../failure-classes';
import { bounceTypes } from '../statuses';

const tags = z.array(z.object({ name: z.string(), value: z.string() }));

/** Body of an `email.*` webhook as endpoints receive it; fields without a value are left out. */
export const emailWebhook = z
  .object({
    type: z.enum(emailEventTypes),
    created_at: z.string(),
    data: z.object({
      email_id: z.string(),
      message_id: z.string().optional(),
      from: z.string(),
      to: z.array(z.string()),
      subject: z.string(),
      recipient: z.string(),
      kind: z.string().optional(),
      tags: z
        .union([
          tags,
          z.object({
            template: z.object({ id: z.string(), slug: z.string(), version: z.number() }),
            tags,
          }),
        ])
        .optional(),
      metadata: z.record(z.string(), z.string()).optional(),
      bounce_type: z.enum(bounceTypes).optional().describe('email.bounced only'),
      detail: z.string().optional(),
      diagnosis: diagnosis.optional().describe('Of what did not arrive, yet or at all'),
      next_attempt_at: z.string().optional().describe('email.delivery_delayed only'),
      url: z.string().optional().describe('email.clicked only'),
    }),
  })
  .meta({ id: 'EmailWebhook' });
export type EmailWebhook = z.infer<typeof emailWebhook>;

/** Body of an `email.received` webhook; fields without a value are left out, and there is no body of the mail in it. */
export const receivedWebhook = z
  .object({
    type: z.literal('email.received'),
    created_at: z.string(),
    data: z.object({
      inbound_id: z.string(),
      email_id: z.string().optional().describe('The email that it answers, when it is known'),
      in_reply_to_message_id: z.string().optional().describe('Message-ID of that email'),
      metadata: z.record(z.string(), z.string()).optional().describe('Of that email'),
      from: z.string(),
      to: z.array(z.string()),
      subject: z.string(),
    }),
  })
  .meta({ id: 'ReceivedWebhook' });
export type ReceivedWebhook = z.infer<typeof receivedWebhook>;

/** Body of a `webhook.test`. */
export const testWebhook = z
  .object({
    type: z.literal('webhook.test'),
    created_at: z.string(),
    data: z.object({ webhook_id: z.string() }),
  })
  .meta({ id: 'TestWebhook' });
export type TestWebhook = z.infer<typeof testWebhook>;
