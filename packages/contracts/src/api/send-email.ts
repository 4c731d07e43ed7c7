import { z } from 'zod';
import { attachments, base64, decodedLength } from './attachments';
import { list } from './list';
import { record } from './record';
import { sample } from './sample';
import { sendLimits } from './send-limits';
import { requireOneName, templateChoiceFields, templateName } from './template-choice';
import { lineOfText, text, textOfBytes, timestamp } from './text';

/** RFC 5321 allows 64 + 1 + 255 octets; a display name may come in front. */
const mailboxCharsMax = 1_000;

const address = lineOfText().min(1, 'required').max(mailboxCharsMax);

const addressList = z.union([address.transform((one) => [one]), list(address, sendLimits.recipientsMax)], {
  error: ({ input }) => addressListFault(input),
});

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
      .meta({ description: 'Its value, up to 256 characters.', examples: ['spring'] }),
  })
  .meta({ id: 'Tag', description: 'A name and a value of your own.' });

const metadata = record(
  z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, 'keys are 1 to 40 characters of A-Z a-z 0-9 _ -'),
  text().max(sendLimits.metadataValueCharsMax),
  { max: sendLimits.metadataKeysMax, message: `must have at most ${sendLimits.metadataKeysMax} keys` },
).refine(
  (map) => Buffer.byteLength(JSON.stringify(map)) <= sendLimits.metadataBytesMax,
  `must be at most ${sendLimits.metadataBytesMax} bytes as JSON`,
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
      versionMeaning: 'the highest one. Drafts cannot be sent.',
    }),
    data: record(z.string(), z.unknown())
      .optional()
      .meta({
        description:
          'Values of the variables that the template declares; a dotted key is a path into objects.',
        examples: [{ name: 'Ada', 'order.number': '1042' }],
      }),
  })
  .refine(...requireOneName)
  .meta({
    id: 'TemplateChoice',
    description: 'A published template, rendered when the request is accepted.',
  });

const track = z
  .object({
    opens: z
      .boolean()
      .optional()
      .meta({ description: 'Adds a picture that tells of openings; left out: no.' }),
    clicks: z
      .boolean()
      .optional()
      .meta({ description: 'Leads links over your tracking host, which tells of clicks; left out: no.' }),
  })
  .meta({ id: 'Tracking', description: 'What is tracked; each is off unless asked for.' });

const subject = lineOfText().min(1, 'required').max(sendLimits.subjectCharsMax);
const body = textOfBytes(sendLimits.bodyBytesMax);

/** What can be sent of it is for the mail package to say. */
const mime = base64
  .refine(
    (value) => decodedLength(value) <= sendLimits.mimeBytesMax,
    `must be at most ${sendLimits.mimeBytesMax} bytes`,
  )
  .meta({
    description:
      'A whole MIME entity in base64, sent octet for octet instead of html, text and attachments: its Content-* header fields, an ' +
      'empty line, its body. For signed and encrypted mail, reports, and whatever else those fields cannot express.',
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
    from: text()
      .max(mailboxCharsMax)
      .meta({
        description:
          'The sender: `email` or `Name <email>`, at a verified domain of yours that the key may use.',
        examples: [sample.from],
      }),
    // The list in the union is a pipe, which the document would show as optional.
    to: addressList.nonoptional().meta({
      description: 'An address or an array of them; to, cc and bcc have at most 50 together.',
      examples: [sample.to, [sample.to, 'Grace Hopper <grace@example.com>']],
    }),
    cc: addressList.optional().meta({
      description: 'Further recipients that everybody sees: an address or an array of them.',
      examples: ['team@example.com'],
    }),
    bcc: addressList.optional().meta({
      description: 'Further recipients that nobody sees: an address or an array of them.',
      examples: ['archive@acme.example'],
    }),
    reply_to: address.optional().meta({
      description:
        'Where answers go; left out: to `from`. The reply address of your domain brings them to `email.received`.',
      examples: ['support@acme.example'],
    }),
    hide_recipients: z.boolean().optional().meta({
      description:
        'True: the header reads `To: undisclosed-recipients:;` and has no Cc, so nobody is shown an address. Left out: false.',
    }),
    subject: subject.optional().meta({
      description: 'The subject, 1 to 998 characters on one line. Required, unless there is a `template`.',
      examples: [sample.subject],
    }),
    html: body.optional().meta({
      description: 'The HTML body, up to 2 MB. This or `text` or both, unless there is a `template`.',
      examples: ['<p>Thank you for your order, Ada!</p>'],
    }),
    text: body.optional().meta({
      description: 'The text body, up to 2 MB, for readers that show no HTML.',
      examples: ['Thank you for your order, Ada!'],
    }),
    mime: mime.optional(),
    template: templateChoice.optional().meta({
      description: 'A template instead of `subject`, `html` and `text`.',
    }),
    headers: headers.optional().meta({
      description:
        'Further headers of the mail, up to 100 of up to 1,000 characters. Names that the platform sets answer `reserved_header`; some others are left out.',
      examples: [{ 'X-Order': '1042' }],
    }),
    tags: list(tag, sendLimits.tagsMax)
      .optional()
      .meta({
        description:
          'Up to 20 tags: to find emails by, and told in each webhook. Recipients do not see them.',
        examples: [[{ name: 'campaign', value: 'spring' }]],
      }),
    kind: lineOfText()
      .min(1)
      .max(sendLimits.kindCharsMax)
      .optional()
      .meta({
        description:
          'What sort of email it is, for metrics and lists. `bulk.`, `broadcast.`, `digest.` and `sequence.` in front make it bulk mail: one recipient, a domain of stream `bulk`, unsubscribe headers. Left out: the value of a tag named `kind`, if there is one.',
        examples: ['receipt'],
      }),
    scheduled_at: sendTime.optional().meta({
      description: 'When to send it; until then it stays `queued` and can be canceled. Left out: at once.',
      examples: ['2026-06-01T08:00:00+02:00'],
    }),
    expires_at: sendTime.optional().meta({
      description:
        'What is not handed over by then is not sent any more: it is `failed`. Left out: tried for as long as mail is tried.',
      examples: ['2026-06-01T20:00:00+02:00'],
    }),
    idempotency_key: lineOfText()
      .min(1)
      .max(sendLimits.idempotencyKeyCharsMax)
      .optional()
      .meta({
        description:
          'A name of your own for this send, 1 to 256 characters. The same again within 24 hours answers the same id and sends nothing, so that a lost answer can be asked for again.',
        examples: ['order-1042-receipt'],
      }),
    track: track.optional().meta({
      description: 'Tracking; needs a single recipient and the verified tracking host of the domain.',
    }),
    metadata: metadata.optional().meta({
      description:
        'Up to 20 texts under names of your own (40 characters `A-Z a-z 0-9 _ -`), of up to 500 characters, 8 KB together. Told in each webhook; recipients do not see it; deleted with the content.',
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
    description: '1 to 100 emails, each as `POST /emails` takes it, without attachments.',
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
