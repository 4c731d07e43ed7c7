import { z } from 'zod';
import { list } from '../fields/list';
import { record } from '../fields/record';
import { sample } from '../fields/sample';
import { addressLine, atMostBytes, lineOfText, text, textOfBytes, timestamp } from '../fields/text';
import { requireOneName, templateChoiceFields, templateName } from '../templates/template-choice';
import { attachments, base64, decodedLength } from './attachments';
import { sendLimits } from './send-limits';

/** RFC 5321 allows 64 + 1 + 255 octets; a display name may come in front. */
const mailboxCharsMax = 1_000;

const address = addressLine().min(1, 'required').max(mailboxCharsMax);

export const addressList = z.union(
  [address.transform((one) => [one]), list(address, sendLimits.recipientsMax)],
  {
    error: ({ input }) => addressListFault(input),
  },
);

/** A union says only that nothing in it fits. */
function addressListFault(input: unknown): string {
  if (input === undefined) return 'required';
  if (Array.isArray(input) && input.length > sendLimits.recipientsMax)
    return `must have at most ${sendLimits.recipientsMax} addresses`;
  return 'must be an address or an array of addresses';
}

const tag = z
  .object({
    name: lineOfText()
      .min(1)
      .max(sendLimits.tagNameCharsMax)
      .meta({ description: 'Name of the tag, up to 64 characters.', examples: ['campaign'] }),
    value: lineOfText()
      .max(sendLimits.tagValueCharsMax)
      .meta({ description: 'Value of the tag, up to 256 characters.', examples: ['spring'] }),
  })
  .meta({ id: 'Tag', description: 'A tag of the email.' });

const metadata = record(
  z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, 'keys are 1 to 40 characters of A-Z a-z 0-9 _ -'),
  text().max(sendLimits.metadataValueCharsMax),
  { max: sendLimits.metadataKeysMax, message: `must have at most ${sendLimits.metadataKeysMax} keys` },
).refine(
  (map) => Buffer.byteLength(JSON.stringify(map)) <= sendLimits.metadataBytesMax,
  `${atMostBytes(sendLimits.metadataBytesMax)} as JSON`,
);

const headers = record(
  z.string().regex(/^[A-Za-z0-9-]{1,76}$/, 'names are 1 to 76 characters of A-Z a-z 0-9 -'),
  lineOfText().max(sendLimits.headerValueCharsMax),
  { max: sendLimits.headersMax, message: `must have at most ${sendLimits.headersMax} headers` },
);

/** A year of four digits also after a day has been added; the epoch is where the time in a UUIDv7 begins. */
const sendTime = timestamp({ first: 1970, last: 9_998 });

const templateChoice = z
  .object({
    ...templateChoiceFields({
      name: templateName,
      slugExample: 'receipt',
      versionMeaning: 'the highest version. Drafts cannot be sent.',
    }),
    data: record(z.string(), z.unknown())
      .optional()
      .meta({
        description: "Values of the template's variables. A dotted key is a path into objects.",
        examples: [{ name: 'Ada', 'order.number': '1042' }],
      }),
  })
  .refine(...requireOneName)
  .meta({
    id: 'TemplateChoice',
    description: 'A published template. It is rendered when the request is accepted.',
  });

const track = z
  .object({
    opens: z.boolean().optional().meta({ description: 'Track opens with a tracking pixel. Default: false.' }),
    clicks: z
      .boolean()
      .optional()
      .meta({ description: 'Track clicks by rewriting links to your tracking host. Default: false.' }),
  })
  .meta({ id: 'Tracking', description: 'Open and click tracking. Both are off by default.' });

const subject = lineOfText().min(1, 'required').max(sendLimits.subjectCharsMax);
const body = textOfBytes(sendLimits.bodyBytesMax);

/** What can be sent of it is for the mail package to say. */
const mime = base64
  .refine((value) => decodedLength(value) <= sendLimits.mimeBytesMax, atMostBytes(sendLimits.mimeBytesMax))
  .meta({
    description:
      'A complete MIME entity in base64, sent unchanged instead of `html`, `text` and `attachments`: its Content-* headers, an empty ' +
      'line, its body. For signed and encrypted email and reports. At most 16 MiB, 1,000 parts, 32 levels and 998 octets a line.',
    examples: ['Q29udGVudC1UeXBlOiB0ZXh0L3BsYWluDQoNCkhlbGxvIQ0K'],
  });

/** Subject and bodies, wherever they come from: what a template renders to has the rules of what is sent as it is. */
export const emailContent = z.object({ subject, html: body.nullable(), text: body.nullable() });
export type EmailContent = z.infer<typeof emailContent>;

/**
 * Body of `POST /emails` and each item of a batch. Addresses are only checked for shape here: their grammar
 * belongs to the mail package and is applied by acceptance, which names the field in the same way.
 */
export const sendEmailRequest = z
  .object({
    from: addressLine()
      .max(mailboxCharsMax)
      .meta({
        description: 'Sender: `email` or `Name <email>`, at a verified domain that the key may use.',
        examples: [sample.from],
      }),
    // The list in the union is a pipe, which the document would show as optional.
    to: addressList.nonoptional().meta({
      description:
        'Recipients: an address or an array of addresses. `to`, `cc` and `bcc` together have at most 50.',
      examples: [sample.to, [sample.to, 'Grace Hopper <grace@example.com>']],
    }),
    cc: addressList.optional().meta({
      description: 'Cc recipients: an address or an array of addresses.',
      examples: ['team@example.com'],
    }),
    bcc: addressList.optional().meta({
      description: 'Bcc recipients, hidden from all others: an address or an array of addresses.',
      examples: ['archive@acme.example'],
    }),
    reply_to: address.optional().meta({
      description:
        "Reply-To address. Default: `from`. Use the domain's `reply_address` to receive replies as `email.received`.",
      examples: ['support@acme.example'],
    }),
    hide_recipients: z.boolean().optional().meta({
      description:
        'Hide all recipients from each other: the header is `To: undisclosed-recipients:;` without Cc. Default: false.',
    }),
    subject: subject.optional().meta({
      description: 'Subject, 1 to 998 characters on one line. Required without a `template`.',
      examples: [sample.subject],
    }),
    html: body.optional().meta({
      description: 'HTML body, up to 2 MB. Without a `template`, `html`, `text` or both are required.',
      examples: ['<p>Thank you for your order, Ada!</p>'],
    }),
    text: body.optional().meta({
      description: 'Text body, up to 2 MB, for mail programs that do not show HTML.',
      examples: ['Thank you for your order, Ada!'],
    }),
    generate_text: z.boolean().optional().meta({
      description:
        'Whether an email with `html` and without `text` gets a text part generated from the HTML. Default: the setting of the organization.',
    }),
    keep_content: z.boolean().optional().meta({
      description:
        'Whether bodies, headers, metadata and attachments are kept once all recipients have a final status. `false` deletes them then, for example for one-time codes. Default: kept for the `body_retention_days` of the organization.',
    }),
    mime: mime.optional(),
    template: templateChoice.optional().meta({
      description: 'Template to use instead of `subject`, `html` and `text`.',
    }),
    headers: headers.optional().meta({
      description:
        'Additional headers, up to 100 of up to 1,000 characters. Headers that the platform sets are refused with `reserved_header`; some others are removed.',
      examples: [{ 'X-Order': '1042' }],
    }),
    tags: list(tag, sendLimits.tagsMax)
      .optional()
      .meta({
        description: 'Up to 20 tags to find emails by. Included in each webhook, never shown to recipients.',
        examples: [[{ name: 'campaign', value: 'spring' }]],
      }),
    kind: lineOfText()
      .min(1)
      .max(sendLimits.kindCharsMax)
      .optional()
      .meta({
        description:
          'Kind of email, for metrics and lists. The prefixes `bulk.`, `broadcast.`, `digest.` and `sequence.`, with their dot, make it bulk mail: one recipient, a domain of the stream `bulk`, unsubscribe headers. Default: the value of the tag `kind`.',
        examples: ['receipt'],
      }),
    scheduled_at: sendTime.optional().meta({
      description:
        'When to send it. Until then it is `queued` and can be canceled. A time in the past sends it now. Default: now.',
      examples: ['2026-06-01T08:00:00+02:00'],
    }),
    expires_at: sendTime.optional().meta({
      description:
        'When to stop trying: an email that has not been handed over by then is `failed`. Default: the usual retry time.',
      examples: ['2026-06-01T20:00:00+02:00'],
    }),
    idempotency_key: lineOfText()
      .min(1)
      .max(sendLimits.idempotencyKeyCharsMax)
      .optional()
      .meta({
        description:
          'Key that makes a retry safe, 1 to 256 characters. Within 24 hours a request with the same key returns the same id and sends nothing.',
        examples: ['order-1042-receipt'],
      }),
    track: track.optional().meta({
      description: "Open and click tracking. Requires one recipient and the domain's verified tracking host.",
    }),
    metadata: metadata.optional().meta({
      description:
        'Up to 20 of your own key-value pairs: keys of up to 40 characters `A-Z a-z 0-9 _ -`, values of up to 500 characters, 8 KB together. Included in each webhook, never shown to recipients, deleted with the content.',
      examples: [{ order_id: '1042' }],
    }),
    attachments: attachments.optional().meta({
      description: 'Up to 10 files, 10 MiB together. Not in a batch.',
    }),
  })
  .check(
    // Not `superRefine`: it gives each request a closure, with which V8 keeps the body until its next full collection.
    z.core._check<ContentFields>(
      ({ value, issues }) => {
        for (const { field, message } of contentProblems(value)) {
          issues.push({ code: 'custom', path: [field], message, input: value });
        }
      },
      // Beside other faults, too: one answer names every bad field.
      { when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value) },
    ),
  )
  .meta({
    id: 'SendEmailRequest',
    description: 'An email to send: a sender, recipients, and content or a template.',
    examples: [
      { from: sample.from, to: sample.to, subject: sample.subject, text: 'Thank you for your order, Ada!' },
    ],
  });

export type SendEmailRequest = z.infer<typeof sendEmailRequest>;

/** A field that broke a rule of its own may hold anything. */
type ContentFields = Readonly<
  Partial<
    Record<
      'to' | 'cc' | 'bcc' | 'subject' | 'html' | 'text' | 'mime' | 'template' | 'attachments' | 'track',
      unknown
    >
  >
>;

function contentProblems(request: ContentFields): { field: string; message: string }[] {
  const problems: { field: string; message: string }[] = [];
  const lists = [request.to, request.cc, request.bcc].filter((list) => Array.isArray(list));
  const count = lists.reduce((sum, list) => sum + list.length, 0);
  if (Array.isArray(request.to) && request.to.length === 0)
    problems.push({ field: 'to', message: 'needs at least one address' });
  if (count > sendLimits.recipientsMax && lists.every(({ length }) => length <= sendLimits.recipientsMax)) {
    const message = `to, cc and bcc together have at most ${sendLimits.recipientsMax} addresses`;
    problems.push({ field: 'to', message });
  }
  if (request.mime !== undefined) return [...problems, ...mimeProblems(request)];
  const given = (['subject', 'html', 'text'] as const).filter((field) => request[field] !== undefined);
  if (request.template !== undefined) {
    for (const field of given) problems.push({ field, message: 'cannot be combined with template' });
    return problems;
  }
  if (request.subject === undefined) problems.push({ field: 'subject', message: 'required' });
  if (request.html === undefined && request.text === undefined) {
    problems.push({ field: 'html', message: 'html or text is required' });
  }
  return problems;
}

/** Nothing can be written into an entity that is sent as it is. */
function mimeProblems(request: ContentFields): { field: string; message: string }[] {
  const others = ['html', 'text', 'template', 'attachments'] as const;
  const given = [
    ...others.filter((field) => request[field] !== undefined),
    ...(isTracked(request.track) ? (['track'] as const) : []),
  ];
  const problems: { field: string; message: string }[] = given.map((field) => ({
    field,
    message: 'cannot be combined with mime',
  }));
  if (request.subject === undefined) problems.push({ field: 'subject', message: 'required' });
  return problems;
}

function isTracked(track: unknown): boolean {
  if (typeof track !== 'object' || track === null) return false;
  return ('opens' in track && track.opens === true) || ('clicks' in track && track.clicks === true);
}

/** Body of `PATCH /emails/{id}`. */
export const rescheduleEmailRequest = z
  .object({
    scheduled_at: sendTime.meta({
      description: 'When to send it. A time in the past sends it now.',
      examples: ['2026-06-02T08:00:00+02:00'],
    }),
  })
  .meta({
    id: 'RescheduleEmailRequest',
    description: 'New time for a scheduled email.',
    examples: [{ scheduled_at: '2026-06-02T08:00:00+02:00' }],
  });

/** Items are validated one by one, so the batch itself is only an array of 1 to 100. */
export const batchRequest = z
  .array(z.unknown())
  .min(1, 'needs at least one item')
  .max(sendLimits.batchItemsMax, `has at most ${sendLimits.batchItemsMax} items`);

/** What an item may be, for the document. */
export const documentedBatch = z
  .array(sendEmailRequest)
  .min(1)
  .max(sendLimits.batchItemsMax)
  .meta({
    id: 'SendEmailBatchRequest',
    description: '1 to 100 emails, each as in `POST /emails`, without attachments.',
    examples: [
      [
        { from: sample.from, to: sample.to, subject: sample.subject, text: 'Thank you for your order, Ada!' },
        {
          from: sample.from,
          to: 'grace@example.com',
          subject: 'Your order 1043',
          text: 'Thank you for your order, Grace!',
          idempotency_key: 'order-1043-receipt',
        },
      ],
    ],
  });
