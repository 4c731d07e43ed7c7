import { z } from 'zod';
import { diagnosis } from '../failure-classes';
import { bounceTypes, emailStatuses, messageEventTypes, modes, suppressionReasons } from '../statuses';
import { eventReply } from './event-reply';
import { count, line, lineOrNull, objectName, time, timeOrNull } from './fields';
import { queryNumber } from './query-number';
import { sample } from './sample';
import { lineOfText, text, timestamp } from './text';
import { isRange, rangeFault } from './time-range';

export const emailEventResource = z
  .object({
    type: z.enum(messageEventTypes).meta({
      examples: ['delivered'],
      description:
        'What happened. `queued` and `suppressed` come from the send itself; the others are webhooks, too.',
    }),
    recipient: line('The address that it happened to.', sample.to),
    at: time('When it happened.', sample.deliveredAt),
    bounce_type: z.enum(bounceTypes).optional().meta({
      description: 'Of `bounced`: whether the address is wrong (`hard`) or may work another time (`soft`).',
    }),
    detail: line('What the receiver or provider said of it.', 'mailbox full').optional(),
    diagnosis: diagnosis
      .optional()
      .meta({ description: 'Of what did not arrive, yet or at all: why, and who can do what about it.' }),
    next_attempt_at: time('Of `delivery_delayed`: when it is tried again.', sample.laterAt).optional(),
    reply: eventReply.optional(),
    suppression: z
      .object({
        id: line('Id of the suppression entry.', sample.suppressionId),
        reason: z.enum(suppressionReasons).meta({ description: 'Why the address is suppressed.' }),
      })
      .optional()
      .meta({
        id: 'EventSuppression',
        description: 'Of `suppressed`: the entry of the suppression list that stopped the email.',
      }),
    url: line(
      'Of `clicked`: where the link leads. Not shown to a test key that reads a live email.',
      'https://acme.example/orders/1042',
    ).optional(),
  })
  .meta({ id: 'EmailEvent', description: 'Something that happened to an email at one of its recipients.' });
export type EmailEventResource = z.infer<typeof emailEventResource>;

const modeOfEmail = z
  .enum(modes)
  .meta({ description: 'Mode of the key that sent it. `test`: it was simulated, nothing was delivered.' });
const lastEvent = z.enum(emailStatuses).meta({
  examples: ['delivered'],
  description:
    'Where the email is now. With several recipients, the worst outcome once all are known. `unconfirmed`: it left, and nobody told what became of it.',
});
const kindOfEmail = lineOrNull('The kind that was sent with it; null: none.', 'receipt');
const toList = z.array(z.string()).meta({
  description: 'The `to` list as it was sent, suppressed addresses included.',
  examples: [[sample.to]],
});
const emailId = line('Id of the email, as the send answered it.', sample.emailId);

export const emailTag = z
  .object({ name: line('Name of the tag.', 'campaign'), value: line('Its value.', 'spring') })
  .meta({ id: 'EmailTag', description: 'A name and a value that the sender gave the email.' });

/** `GET /emails/:id`. */
export const emailResource = z
  .object({
    object: objectName('email'),
    id: emailId,
    from: line('The sender, as it was sent: an address, or a name with an address.', sample.from),
    to: toList,
    cc: z.array(z.string()).meta({ description: 'The `cc` list; empty: none.', examples: [[]] }),
    bcc: z.array(z.string()).meta({ description: 'The `bcc` list; empty: none.', examples: [[]] }),
    reply_to: lineOrNull('Where answers go; null: to the sender.', 'support@acme.example'),
    subject: line('The subject; of a template, as it was rendered.', sample.subject),
    html: lineOrNull(
      'The HTML body. Null when there is none, when retention deleted it, and of a live email that a test key reads.',
      '<p>Thank you for your order, Ada!</p>',
    ),
    text: lineOrNull('The text body; null as `html`.', 'Thank you for your order, Ada!'),
    kind: kindOfEmail,
    tags: z.array(emailTag).nullable().meta({ description: 'The tags that were sent; null: none.' }),
    created_at: time('When it was accepted.', sample.acceptedAt),
    scheduled_at: timeOrNull('When it is to be sent; null: at once.', null),
    expires_at: timeOrNull('When it is no longer worth sending; null: never.', null),
    sent_at: timeOrNull('When it was first handed over; null: not yet.', sample.sentAt),
    last_event: lastEvent,
    mode: modeOfEmail,
    message_id: lineOrNull(
      'The Message-ID header as recipients see it, with angle brackets. Null until it is handed over, and of test emails.',
      sample.messageId,
    ),
    metadata: z
      .record(z.string(), z.string())
      .nullable()
      .meta({
        description: 'The metadata that was sent; null: none, or retention deleted it.',
        examples: [{ order_id: '1042' }],
      }),
    attachments: z
      .array(
        z
          .object({
            filename: line('Name of the file.', 'invoice-1042.pdf'),
            content_type: line('Its media type.', 'application/pdf'),
            size: count('Its size in bytes.', 48_213),
          })
          .meta({ id: 'EmailAttachment', description: 'A file of an email; its content is never answered.' }),
      )
      .meta({ description: 'The files that were sent with it; empty: none.' }),
    events: z
      .array(emailEventResource)
      .meta({ description: 'What happened to it so far, oldest first, of all recipients.' }),
  })
  .meta({ id: 'Email', description: 'An email with its content and its events.' });
export type EmailResource = z.infer<typeof emailResource>;

/** Items of `GET /emails`. */
export const emailSummary = z
  .object({
    object: objectName('email'),
    id: emailId,
    from: line('The sender, as it was sent.', sample.from),
    to: toList,
    subject: line('The subject.', sample.subject),
    last_event: lastEvent,
    mode: modeOfEmail,
    kind: kindOfEmail,
    created_at: time('When it was accepted.', sample.acceptedAt),
    sent_at: timeOrNull('When it was first handed over; null: not yet.', sample.sentAt),
  })
  .meta({ id: 'EmailSummary', description: 'An email as lists show it.' });
export type EmailSummary = z.infer<typeof emailSummary>;

/** `limit` and `cursor` of every list endpoint. */
export const pageQuery = z.object({
  limit: queryNumber({ min: 1, max: 100, byDefault: 25 }).meta({
    description: 'How many items to answer at most, 1 to 100.',
    examples: [25],
  }),
  /** Any text: what was not issued as a cursor answers `invalid_cursor`, not `validation_error`. */
  cursor: z
    .string()
    .optional()
    .meta({
      description:
        'The `next_cursor` of the page before, with the same filters; left out: the first page. It is good for this list of this organization only.',
      examples: [sample.cursor],
    }),
});

/** Ends of a stretch of time that a list is cut to, both of them included. */
export function sinceUntil(what: string) {
  return {
    since: timestamp()
      .optional()
      .meta({ description: `Only what ${what} at this time or later.`, examples: [sample.createdAt] }),
    until: timestamp()
      .optional()
      .meta({ description: `Only what ${what} at this time or earlier.`, examples: [sample.laterAt] }),
  };
}

export const listEmailsQuery = pageQuery
  .extend({
    status: z
      .enum(emailStatuses)
      .optional()
      .meta({ description: 'Only emails whose `last_event` is this now.' }),
    to: lineOfText()
      .min(1)
      .max(320)
      .optional()
      .meta({
        description: 'Only emails with this address in their `to` list, in any spelling.',
        examples: [sample.to],
      }),
    kind: lineOfText()
      .min(1)
      .max(64)
      .optional()
      .meta({ description: 'Only emails of exactly this kind.', examples: ['receipt'] }),
    mode: z.enum(modes).optional().meta({ description: 'Only live, or only test emails.' }),
    subject: lineOfText()
      .min(1)
      .max(998)
      .optional()
      .meta({
        description: 'Only emails with exactly this subject, capitals included.',
        examples: [sample.subject],
      }),
    tag: lineOfText()
      .min(1)
      .max(321)
      .optional()
      .meta({
        description: 'Only emails with this tag: `name:value`, or `name` for any value.',
        examples: ['campaign:spring', 'campaign'],
      }),
    metadata: text()
      .max(541)
      .regex(/^[A-Za-z0-9_-]{1,40}:/, 'must be key:value')
      .optional()
      .meta({
        description:
          'Only emails with this entry in their metadata, as `key:value`, while their content is kept. A test key finds its own emails only.',
        examples: ['order_id:1042'],
      }),
    message_id: lineOfText()
      .min(3)
      .max(998)
      .optional()
      .meta({
        description:
          'Only the email with this Message-ID header, with or without angle brackets: what a recipient, a bounce or a log names.',
        examples: [sample.messageId],
      }),
    ...sinceUntil('was accepted'),
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
  return z.object({
    object: objectName('list'),
    data: z.array(item).meta({ description: 'The items of this page.' }),
    next_cursor: line(
      'Pass it as `cursor` for the next page. Absent: this page is the last one; a page may hold few items and still not be the last.',
      sample.cursor,
    ).optional(),
  });
}

export const rescheduleEmailResponse = z
  .object({
    id: emailId,
    object: objectName('email'),
    scheduled_at: time('When it will be sent.', sample.laterAt),
  })
  .meta({ id: 'RescheduledEmail', description: 'An email with another time.' });

export const cancelEmailResponse = z
  .object({
    id: emailId,
    object: objectName('email'),
    status: z.literal('canceled').meta({ description: 'Always `canceled`.' }),
  })
  .meta({ id: 'CanceledEmail', description: 'An email that will not be sent.' });
