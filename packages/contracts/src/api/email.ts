import { z } from 'zod';
import { diagnosis } from '../failure-classes';
import { bounceTypes, emailStatuses, messageEventTypes, modes } from '../statuses';
import { queryNumber } from './query-number';
import { lineOfText, timestamp } from './text';
import { isRange, rangeFault } from './time-range';

export const emailEventResource = z
  .object({
    type: z.enum(messageEventTypes),
    recipient: z.string(),
    at: z.string(),
    bounce_type: z.enum(bounceTypes).optional(),
    detail: z.string().optional(),
    diagnosis: diagnosis.optional().describe('Of what did not arrive, yet or at all'),
    next_attempt_at: z.string().optional().describe('Of `delivery_delayed`'),
    url: z.string().optional().describe('Of clicks; not of live mail to a test key'),
  })
  .meta({ id: 'EmailEvent' });
export type EmailEventResource = z.infer<typeof emailEventResource>;

/** `GET /emails/:id`. */
export const emailResource = z
  .object({
    object: z.literal('email'),
    id: z.string(),
    from: z.string(),
    to: z.array(z.string()),
    cc: z.array(z.string()),
    bcc: z.array(z.string()),
    reply_to: z.string().nullable(),
    subject: z.string(),
    html: z
      .string()
      .nullable()
      .describe('Null when there is none, when retention deleted it, and of live mail to a test key'),
    text: z.string().nullable().describe('As html'),
    kind: z.string().nullable(),
    tags: z.array(z.object({ name: z.string(), value: z.string() })).nullable(),
    created_at: z.string(),
    scheduled_at: z.string().nullable(),
    expires_at: z.string().nullable(),
    sent_at: z.string().nullable(),
    last_event: z.enum(emailStatuses),
    mode: z.enum(modes),
    message_id: z.string().nullable(),
    metadata: z.record(z.string(), z.string()).nullable(),
    attachments: z.array(z.object({ filename: z.string(), content_type: z.string(), size: z.int() })),
    events: z.array(emailEventResource),
  })
  .meta({ id: 'Email' });
export type EmailResource = z.infer<typeof emailResource>;

/** Items of `GET /emails`. */
export const emailSummary = z
  .object({
    object: z.literal('email'),
    id: z.string(),
    from: z.string(),
    to: z.array(z.string()),
    subject: z.string(),
    last_event: z.enum(emailStatuses),
    mode: z.enum(modes),
    kind: z.string().nullable(),
    created_at: z.string(),
    sent_at: z.string().nullable(),
  })
  .meta({ id: 'EmailSummary' });
export type EmailSummary = z.infer<typeof emailSummary>;

/** `limit` and `cursor` of every list endpoint. */
export const pageQuery = z.object({
  limit: queryNumber({ min: 1, max: 100, byDefault: 25 }),
  /** Any text: what was not issued as a cursor answers `invalid_cursor`, not `validation_error`. */
  cursor: z.string().optional(),
});

export const listEmailsQuery = pageQuery
  .extend({
    status: z.enum(emailStatuses).optional(),
    to: lineOfText().min(1).max(320).optional(),
    kind: lineOfText().min(1).max(64).optional(),
    mode: z.enum(modes).optional(),
    since: timestamp().optional(),
    until: timestamp().optional(),
  })
  .refine(isRange, rangeFault);
export type ListEmailsQuery = z.infer<typeof listEmailsQuery>;

/** `{object: 'list', data, next_cursor?}` of the given item. */
export function listOf<T extends z.ZodType>(
  item: T,
): z.ZodObject<{
  object: z.ZodLiteral<'list'>;
  data: z.ZodArray<T>;
  next_cursor: z.ZodOptional<z.ZodString>;
}> {
  return z.object({ object: z.literal('list'), data: z.array(item), next_cursor: z.string().optional() });
}

export const cancelEmailResponse = z
  .object({ id: z.string(), object: z.literal('email'), status: z.literal('canceled') })
  .meta({ id: 'CanceledEmail' });
