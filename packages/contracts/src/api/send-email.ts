import { z } from 'zod';
import { attachments, base64, decodedLength } from './attachments';
import { list } from './list';
import { record } from './record';
import { sendLimits } from './send-limits';
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

const tag = z.object({
  name: lineOfText().min(1).max(sendLimits.tagNameCharsMax),
  value: lineOfText().max(sendLimits.tagValueCharsMax),
});

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
const sendTime = timestamp().refine((value) => {
  const ms = Date.parse(value);
  return ms >= 0 && ms < Date.UTC(9999, 0, 1);
}, 'must lie between the years 1970 and 9998');

const templateChoice = z
  .object({
    id: lineOfText().min(1).max(64).optional(),
    slug: lineOfText().min(1).max(64).optional(),
    version: z.union([z.int().min(1), z.literal('latest')], 'must be a version number or latest').optional(),
    data: record(z.string(), z.unknown()).optional(),
  })
  .refine(
    (choice) => (choice.id === undefined) !== (choice.slug === undefined),
    'needs exactly one of id and slug',
  );

const subject = lineOfText().min(1, 'required').max(sendLimits.subjectCharsMax);
const body = textOfBytes(sendLimits.bodyBytesMax);

/** What can be sent of it is for the mail package to say. */
const mime = base64
  .refine(
    (value) => decodedLength(value) <= sendLimits.mimeBytesMax,
    `must be at most ${sendLimits.mimeBytesMax} bytes`,
  )
  .describe(
    'A whole MIME entity, sent octet for octet, instead of html, text and attachments: its Content-* header fields, an ' +
      'empty line, its body. For signed and encrypted mail, reports, and whatever else those fields cannot express.',
  );

/** Subject and bodies, wherever they come from: what a template renders to has the rules of what is sent as it is. */
export const emailContent = z.object({ subject, html: body.nullable(), text: body.nullable() });
export type EmailContent = z.infer<typeof emailContent>;

/**
 * Body of `POST /emails` and each item of a batch. Addresses are only checked for shape here: their grammar
 * belongs to the mail package and is applied by acceptance, which names the field in the same way.
 */
export const sendEmailRequest = z
  .object({
    from: text().max(mailboxCharsMax),
    to: addressList,
    cc: addressList.optional(),
    bcc: addressList.optional(),
    reply_to: address.optional(),
    hide_recipients: z
      .boolean()
      .describe('The header reads `To: undisclosed-recipients:;` and has no Cc: nobody is shown an address.')
      .optional(),
    subject: subject.optional(),
    html: body.optional(),
    text: body.optional(),
    mime: mime.optional(),
    template: templateChoice.optional(),
    headers: headers.optional(),
    tags: list(tag, sendLimits.tagsMax).optional(),
    kind: lineOfText().min(1).max(sendLimits.kindCharsMax).optional(),
    scheduled_at: sendTime.optional(),
    expires_at: sendTime.optional(),
    idempotency_key: lineOfText().min(1).max(sendLimits.idempotencyKeyCharsMax).optional(),
    track: z.object({ opens: z.boolean().optional(), clicks: z.boolean().optional() }).optional(),
    metadata: metadata.optional(),
    attachments: attachments.optional(),
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
    examples: [
      { from: 'Acme <hi@acme.example>', to: 'ada@example.com', subject: 'Your receipt', text: 'Thank you!' },
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

/** Answer of `POST /emails`, and of a batch item that was accepted. */
export const sendEmailResponse = z
  .object({
    id: z.string(),
    suppressed: z.array(z.string()).optional(),
    warnings: z
      .array(
        z.object({
          code: z.enum(['possible_typo', 'disposable_suspected']),
          address: z.string(),
          suggestion: z.string().optional(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'SendEmailResponse' });
export type SendEmailResponse = z.infer<typeof sendEmailResponse>;

/** Items are validated one by one, so the batch itself is only an array of 1 to 100. */
export const batchRequest = z
  .array(z.unknown())
  .min(1, 'needs at least one item')
  .max(sendLimits.batchItemsMax, `has at most ${sendLimits.batchItemsMax} items`)
  .meta({ id: 'BatchRequest' });

export const batchResponse = z
  .object({
    data: z.array(
      z.union([sendEmailResponse, z.object({ error: z.object({ code: z.string(), message: z.string() }) })]),
    ),
  })
  .meta({ id: 'BatchResponse' });
export type BatchResponse = z.infer<typeof batchResponse>;
