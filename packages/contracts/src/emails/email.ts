import { z } from 'zod';
import { count, line, lineOrNull, objectName, time, timeOrNull } from '../fields/fields';
import { pageQuery, sinceUntil } from '../fields/page';
import { optionalQueryNumber } from '../fields/query-number';
import { sample } from '../fields/sample';
import { addressLine, lineOfText, text } from '../fields/text';
import { isRange, rangeFault } from '../fields/time-range';
import { eventReply } from '../outcomes/event-reply';
import { diagnosis, failureClassNames } from '../outcomes/failure-classes';
import {
  bounceTypes,
  emailStatuses,
  messageEventTypes,
  modes,
  suppressionReasons,
} from '../statuses/statuses';
import { waitingCauses, waitingOfEmail } from './waiting';

export const emailEventResource = z
  .object({
    type: z.enum(messageEventTypes).meta({
      examples: ['delivered'],
      description: 'Type of the event. All types except `queued` and `suppressed` are also sent as webhooks.',
    }),
    recipient: line('Address of the recipient.', sample.to),
    at: time('When the event occurred.', sample.deliveredAt),
    bounce_type: z.enum(bounceTypes).optional().meta({
      description: 'For `bounced`: `hard` if the address is invalid, `soft` if delivery may succeed later.',
    }),
    detail: line('Details from the receiving server or provider.', 'mailbox full').optional(),
    diagnosis: diagnosis
      .optional()
      .meta({ description: 'For failed or delayed deliveries: the reason, and who can fix it.' }),
    next_attempt_at: time('For `delivery_delayed`: when the next attempt is due.', sample.laterAt).optional(),
    reply: eventReply.optional(),
    suppression: z
      .object({
        id: line('Id of the suppression entry.', sample.suppressionId),
        reason: z.enum(suppressionReasons).meta({ description: 'Why the address is suppressed.' }),
      })
      .optional()
      .meta({
        id: 'EventSuppression',
        description: 'For `suppressed`: the suppression entry that stopped the email.',
      }),
    url: line(
      'For `clicked`: target URL of the link. Hidden from a test key that reads a live email.',
      'https://acme.example/orders/1042',
    ).optional(),
    automatic: z.literal(true).optional().meta({
      description:
        'For `opened` and `clicked`: a program did it, such as a scanner of the mail server. Not counted in metrics. Absent for people.',
    }),
  })
  .meta({ id: 'EmailEvent', description: 'An event of an email for one recipient.' });
export type EmailEventResource = z.infer<typeof emailEventResource>;

export const holdReasons = ['review', 'operator', 'restoration'] as const;

const emailHold = z
  .object({
    reason: z.enum(holdReasons).meta({
      examples: ['review'],
      description:
        '`review`: the organization is not approved yet, so its email is screened first. `operator`: an operator of the platform took the email out of the queue. `restoration`: the email was due when the database was restored from a backup.',
    }),
    since: time('When the hold began.', sample.acceptedAt),
    until: timeOrNull('When the hold ended. Null if it has not.', sample.sentAt),
  })
  .meta({
    id: 'EmailHold',
    description: 'A period in which the email was not sent because the platform held it.',
  });

const modeOfEmail = z
  .enum(modes)
  .meta({ description: 'Mode of the API key. `test`: the email was simulated and not delivered.' });
const lastEvent = z.enum(emailStatuses).meta({
  examples: ['delivered'],
  description:
    'Current status. With several recipients, the worst outcome once all are known. `unconfirmed`: the email was handed over, and no outcome was reported.',
});
const waiting = waitingOfEmail.nullable().meta({
  description:
    'Why the email has not been sent yet, as it is now. Null if `last_event` can no longer change by sending. With several recipients, the cause of the one that is due last.',
});
const kindOfEmail = lineOrNull('Kind of the email. Null if it has none.', 'receipt');
const toList = z.array(z.string()).meta({
  description: '`to` list of the email, including suppressed addresses.',
  examples: [[sample.to]],
});
const emailId = line('Id of the email, as returned when it was sent.', sample.emailId);

export const emailTag = z
  .object({ name: line('Name of the tag.', 'campaign'), value: line('Value of the tag.', 'spring') })
  .meta({ id: 'EmailTag', description: 'A tag of the email.' });

/**
 * Events in an answer, beside `queued`. Fifty recipients that are all deferred for days have some thousands, each with the reply of a
 * server; one recipient with programs that open and click without end has some four hundred.
 */
export const emailHistoryMax = 1_000;

/** `GET /emails/:id`. */
export const emailResource = z
  .object({
    object: objectName('email'),
    id: emailId,
    from: line('Sender: an address, or a name and an address.', sample.from),
    to: toList,
    cc: z.array(z.string()).meta({ description: '`cc` list. Empty if there is none.', examples: [[]] }),
    bcc: z.array(z.string()).meta({ description: '`bcc` list. Empty if there is none.', examples: [[]] }),
    reply_to: lineOrNull('Reply-To address. Null: the sender.', 'support@acme.example'),
    subject: line('Subject. For a template, the rendered subject.', sample.subject),
    html: lineOrNull(
      'HTML body. Null if there is none, if retention deleted it, and for a live email read with a test key.',
      '<p>Thank you for your order, Ada!</p>',
    ),
    text: lineOrNull('Text body. Null in the same cases as `html`.', 'Thank you for your order, Ada!'),
    kind: kindOfEmail,
    tags: z.array(emailTag).nullable().meta({ description: 'Tags of the email. Null if there are none.' }),
    created_at: time('When the email was accepted.', sample.acceptedAt),
    scheduled_at: timeOrNull('When the email is scheduled to be sent. Null if it was not scheduled.', null),
    expires_at: timeOrNull(
      'When Postrider stops trying to deliver the email. Null: the usual retry time.',
      null,
    ),
    claimed_at: timeOrNull('When a worker took the email. Null until its first outcome.', sample.sentAt),
    sent_at: timeOrNull('When the email was first handed over. Null until then.', sample.sentAt),
    last_event: lastEvent,
    waiting,
    mode: modeOfEmail,
    message_id: lineOrNull(
      'Message-ID header with angle brackets. Null until the email is handed over, and for test emails.',
      sample.messageId,
    ),
    metadata: z
      .record(z.string(), z.string())
      .nullable()
      .meta({
        description: 'Metadata of the email. Null if there is none or if retention deleted it.',
        examples: [{ order_id: '1042' }],
      }),
    attachments: z
      .array(
        z
          .object({
            filename: line('Name of the file.', 'invoice-1042.pdf'),
            content_type: line('Media type of the file.', 'application/pdf'),
            size: count('Size of the file in bytes.', 48_213),
          })
          .meta({ id: 'EmailAttachment', description: 'A file of the email, without its content.' }),
      )
      .meta({ description: 'Files of the email. Empty if there are none.' }),
    holds: z.array(emailHold).meta({
      description:
        'Holds of the email, oldest first. Empty if there are none. A hold of reason `operator` or `restoration` is only shown while it lasts.',
    }),
    events: z.array(emailEventResource).meta({
      description: `Events of all recipients, oldest first: \`queued\` of each, and the newest ${emailHistoryMax.toLocaleString('en')} of all others.`,
    }),
    events_truncated: z.boolean().meta({
      description:
        'Whether the email has more events than are returned. `GET /email-events` has all events that webhooks deliver.',
    }),
  })
  .meta({ id: 'Email', description: 'An email with its content and its events.' });
export type EmailResource = z.infer<typeof emailResource>;

/** Items of `GET /emails`. */
export const emailSummary = z
  .object({
    object: objectName('email'),
    id: emailId,
    from: line('Sender of the email.', sample.from),
    to: toList,
    subject: line('Subject of the email.', sample.subject),
    last_event: lastEvent,
    waiting,
    mode: modeOfEmail,
    kind: kindOfEmail,
    created_at: time('When the email was accepted.', sample.acceptedAt),
    sent_at: timeOrNull('When the email was first handed over. Null until then.', sample.sentAt),
  })
  .meta({ id: 'EmailSummary', description: 'An email in a list.' });
export type EmailSummary = z.infer<typeof emailSummary>;

/** Parameters of `GET /emails/:id`. */
export const readEmailQuery = z.object({
  wait: optionalQueryNumber({ min: 1, max: 60 }).meta({
    description:
      'Seconds to wait, 1 to 60, until `last_event` is no longer `queued` or `sending`. Default: do not wait.',
    examples: [30],
  }),
});

/** Filters of `GET /emails`, its export and changes. */
export const emailFilters = {
  status: z.enum(emailStatuses).optional().meta({ description: 'Only emails whose `last_event` is this.' }),
  to: addressLine()
    .min(1)
    .max(320)
    .optional()
    .meta({
      description: 'Only emails with this address in their `to` list. Case-insensitive.',
      examples: [sample.to],
    }),
  kind: lineOfText()
    .min(1)
    .max(64)
    .optional()
    .meta({ description: 'Only emails with exactly this kind.', examples: ['receipt'] }),
  mode: z.enum(modes).optional().meta({ description: 'Only live or only test emails.' }),
  subject: lineOfText()
    .min(1)
    .max(998)
    .optional()
    .meta({
      description: 'Only emails with exactly this subject. Case-sensitive.',
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
        'Only emails with this metadata entry, as `key:value`. Emails are found until retention deletes their content. A test key finds only its own emails.',
      examples: ['order_id:1042'],
    }),
  message_id: lineOfText()
    .min(3)
    .max(998)
    .optional()
    .meta({
      description: 'Only the email with this Message-ID header, with or without angle brackets.',
      examples: [sample.messageId],
    }),
  domain: lineOfText()
    .min(1)
    .max(253)
    .optional()
    .meta({ description: 'Only emails from this domain: its name or id.', examples: [sample.domain] }),
  key: z
    .guid('must be an id')
    .optional()
    .meta({ description: 'Only emails sent with this API key: its id.', examples: [sample.keyId] }),
  template: lineOfText()
    .min(1)
    .max(64)
    .optional()
    .meta({
      description: 'Only emails made from this template: its id, or the slug that it had then.',
      examples: ['receipt'],
    }),
  broadcast: z
    .guid('must be an id')
    .optional()
    .meta({ description: 'Only emails of this broadcast: its id.', examples: [sample.broadcastId] }),
  failure_class: z.enum(failureClassNames).optional().meta({
    description:
      'Only emails with an event whose `diagnosis` has this class. Includes emails that were delivered after a delay.',
  }),
  ...sinceUntil('accepted'),
};

interface FilteredBy {
  readonly kind?: string | undefined;
  readonly broadcast?: string | undefined;
}

export const isOneKind = ({ kind, broadcast }: FilteredBy): boolean =>
  kind === undefined || broadcast === undefined;
export const twoKinds = { path: ['broadcast'], message: 'cannot be combined with kind' };

export const listEmailsQuery = pageQuery
  .extend({
    ...emailFilters,
    waiting: z
      .enum(waitingCauses)
      .optional()
      .meta({
        description: 'Only emails that wait for this cause now.',
        examples: ['backlog'],
      }),
  })
  .refine(isRange, rangeFault)
  .refine(isOneKind, twoKinds);

export const exportEmailsQuery = z
  .object(emailFilters)
  .refine(isRange, rangeFault)
  .refine(isOneKind, twoKinds);
export type ExportEmailsQuery = z.infer<typeof exportEmailsQuery>;

/** Rows of an export. */
export const emailExportMax = 10_000;
