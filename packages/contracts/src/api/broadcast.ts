import { z } from 'zod';
import { pageQuery } from './email';
import { list } from './list';
import { record } from './record';
import { templateLimits } from './template';
import { lineOfText, text, textOfBytes, timestamp } from './text';

export const broadcastLimits = {
  nameCharsMax: 200,
  previewTextCharsMax: 500,
  templateDataBytesMax: 65_536,
  variantsMin: 2,
  variantsMax: 5,
  /** A week: after it nobody waits for the rest any more. */
  waitMinutesMax: 10_080,
  testRecipientsMax: 10,
} as const;

export const broadcastStatuses = ['draft', 'scheduled', 'testing', 'sent', 'canceled'] as const;
export type BroadcastStatus = (typeof broadcastStatuses)[number];

/** What became of a recipient of a broadcast. */
export const broadcastOutcomes = [
  'submitted',
  'suppressed',
  'unsubscribed',
  'over_quota',
  'invalid',
] as const;
export type BroadcastOutcome = (typeof broadcastOutcomes)[number];

/** What decides an A/B test. */
export const broadcastMetrics = ['open', 'click'] as const;
export type BroadcastMetric = (typeof broadcastMetrics)[number];

const name = lineOfText().trim().min(1, 'required').max(broadcastLimits.nameCharsMax);
const mailbox = text().max(1_000);
const subject = lineOfText().min(1, 'required').max(templateLimits.subjectCharsMax);
const previewText = lineOfText().max(broadcastLimits.previewTextCharsMax);
const body = textOfBytes(templateLimits.bodyBytesMax);

/** Any text: one that names nothing answers `unknown_segment`, `unknown_topic` or `template_not_found`. */
const named = text().min(1, 'required').max(200);

const template = z
  .object({
    id: named.optional(),
    slug: named.optional(),
    version: z.union([z.int().min(1), z.literal('latest')], 'must be a version number or latest').optional(),
    data: record(z.string(), z.unknown())
      .refine(
        (data) => Buffer.byteLength(JSON.stringify(data)) <= broadcastLimits.templateDataBytesMax,
        `must be at most ${broadcastLimits.templateDataBytesMax} bytes as JSON`,
      )
      .refine((data) => !JSON.stringify(data).includes('\\u0000'), 'must not contain a NUL character')
      .optional()
      .describe('Values of declared variables that are the same for everybody'),
  })
  .refine(({ id, slug }) => (id === undefined) !== (slug === undefined), 'needs exactly one of id and slug');
export type BroadcastTemplateChoice = z.output<typeof template>;

/** Content that replaces, for its share of recipients, what the broadcast says; what is left out stays. */
const variant = z
  .object({
    subject: subject.optional(),
    html: body.optional(),
    text: body.optional(),
    template: template.optional(),
  })
  .check(({ value, issues }) => {
    if (value.template === undefined) return;
    for (const field of ['subject', 'html', 'text'] as const) {
      if (value[field] === undefined) continue;
      issues.push({
        code: 'custom',
        path: [field],
        message: 'cannot be combined with template',
        input: value,
      });
    }
  });

const abTest = z.object({
  variants: list(variant, broadcastLimits.variantsMax).refine(
    ({ length }) => length >= broadcastLimits.variantsMin,
    `must have at least ${broadcastLimits.variantsMin} items`,
  ),
  percent: z.int().min(1).max(100).describe('Of the recipients, who get the variants in equal parts'),
  wait_minutes: z
    .int()
    .min(1)
    .max(broadcastLimits.waitMinutesMax)
    .describe('From the last mail of the test until its metric decides'),
  metric: z.enum(broadcastMetrics),
});
export type BroadcastTest = z.output<typeof abTest>;

const track = z.object({ opens: z.boolean().optional(), clicks: z.boolean().optional() });

const fields = {
  name,
  segment_id: named.describe('Whose contacts get it, as they are when it begins'),
  topic: named.describe('Slug; who is not subscribed to it gets nothing'),
  from: mailbox,
  reply_to: mailbox.min(1, 'required').nullable().optional(),
  subject: subject.nullable().optional(),
  preview_text: previewText.nullable().optional().describe('Shown behind the subject in lists of mail'),
  html: body.nullable().optional(),
  text: body.nullable().optional(),
  template: template.nullable().optional().describe('Instead of subject, html and text'),
  track: track
    .optional()
    .describe('What is left out is tracked where the tracking host of the domain is verified'),
  ab_test: abTest.nullable().optional(),
};

export const createBroadcastRequest = z
  .object({ ...fields, scheduled_at: timestamp().optional().describe('Left out: it is a draft') })
  .meta({
    id: 'CreateBroadcastRequest',
    examples: [
      {
        name: 'May news',
        segment_id: '019a8f6e-7c1b-7d24-9c02-5a1f6c0e4a11',
        topic: 'news',
        from: 'Acme <news@mail.acme.example>',
        subject: 'News for {{ contact.first_name }}',
        preview_text: 'What is new in May',
        html: '<p>Hello {{ contact.first_name }}</p><p><a href="{{ preferences_url }}">What you get</a></p>',
        ab_test: {
          variants: [{}, { subject: 'What is new in May' }],
          percent: 20,
          wait_minutes: 240,
          metric: 'open',
        },
      },
    ],
  });
export type CreateBroadcastRequest = z.output<typeof createBroadcastRequest>;

/** Fields left out stay; null clears. */
export const updateBroadcastRequest = z
  .object({
    ...fields,
    name: name.optional(),
    segment_id: fields.segment_id.optional(),
    topic: fields.topic.optional(),
    from: mailbox.optional(),
    scheduled_at: z.null().optional().describe('null: a draft again. POST …/send schedules'),
  })
  .meta({ id: 'UpdateBroadcastRequest' });
export type UpdateBroadcastRequest = z.output<typeof updateBroadcastRequest>;

export const sendBroadcastRequest = z
  .object({ scheduled_at: timestamp().optional().describe('Left out: now') })
  .meta({ id: 'SendBroadcastRequest' })
  .optional();

export const decideBroadcastRequest = z
  .object({ winner: z.int().min(0).describe('Index in variants') })
  .meta({ id: 'DecideBroadcastRequest', examples: [{ winner: 0 }] });

export const resendBroadcastRequest = z
  .object({
    subject: subject.optional(),
    audience: z.literal('not_opened').default('not_opened'),
    scheduled_at: timestamp().optional().describe('Left out: now'),
  })
  .meta({ id: 'ResendBroadcastRequest' })
  .optional();

const variantIndex = z
  .int()
  .min(0)
  .optional()
  .describe('Index of a variant of the A/B test; left out: the first');
const shownContact = lineOfText()
  .min(1, 'required')
  .max(320)
  .optional()
  .describe('Id or address; left out: a made-up one');

export const previewBroadcastRequest = z
  .object({ contact: shownContact, variant: variantIndex })
  .meta({ id: 'PreviewBroadcastRequest' })
  .optional();

export const testBroadcastRequest = z
  .object({
    to: z.union(
      [
        lineOfText()
          .min(1, 'required')
          .max(1_000)
          .transform((one) => [one]),
        list(lineOfText().min(1, 'required').max(1_000), broadcastLimits.testRecipientsMax).refine(
          ({ length }) => length > 0,
          'needs at least one address',
        ),
      ],
      { error: `must be an address or an array of up to ${broadcastLimits.testRecipientsMax} addresses` },
    ),
    contact: shownContact,
    variant: variantIndex,
  })
  .meta({ id: 'TestBroadcastRequest', examples: [{ to: ['ada@example.com'] }] });

export const testBroadcastResponse = z
  .object({
    data: z.array(
      z.union([
        z.object({ to: z.string(), id: z.string(), suppressed: z.array(z.string()).optional() }),
        z.object({ to: z.string(), error: z.object({ code: z.string(), message: z.string() }) }),
      ]),
    ),
  })
  .meta({ id: 'TestBroadcastResponse' });
export type TestBroadcastResponse = z.infer<typeof testBroadcastResponse>;

export const broadcastPreview = z
  .object({
    object: z.literal('broadcast_preview'),
    subject: z.string(),
    html: z.string().nullable(),
    text: z.string().nullable(),
  })
  .meta({ id: 'BroadcastPreview' });

const engagement = {
  sent: z.int(),
  delivered: z.int(),
  bounced: z.int().describe('For good or for the time being'),
  complained: z.int(),
  opened: z.int(),
  clicked: z.int(),
  unsubscribed_by_link: z.int().describe('By a link of its mails'),
};

const counts = z
  .object({
    recipients: z.int().describe('Found so far'),
    waiting: z.int().describe('Whose turn is to come'),
    submitted: z.int(),
    suppressed: z.int(),
    unsubscribed: z.int().describe('From the topic, or at all, when their turn came'),
    over_quota: z.int(),
    invalid: z.int().describe('For whom the content could not be rendered'),
    canceled: z.int().describe('Whose turn had not come when it was canceled'),
    ...engagement,
    by_variant: z
      .array(z.object({ variant: z.int(), ...engagement }))
      .optional()
      .describe('Of an A/B test'),
  })
  .meta({ id: 'BroadcastCounts' });
export type BroadcastCounts = z.infer<typeof counts>;

const shownTemplate = z.object({
  id: z.string(),
  slug: z.string(),
  version: z.int(),
  data: z.record(z.string(), z.unknown()).optional(),
});

/** Items of `GET /broadcasts`. */
export const broadcastSummary = z
  .object({
    object: z.literal('broadcast'),
    id: z.string(),
    name: z.string(),
    status: z.enum(broadcastStatuses).describe('`scheduled` also while it is being sent'),
    segment_id: z.string(),
    audience: z.enum(['segment', 'not_opened']),
    topic: z.string(),
    from: z.string(),
    reply_to: z.string().nullable(),
    subject: z.string().nullable().describe('null: that of the template'),
    preview_text: z.string().nullable(),
    template: shownTemplate.nullable(),
    track: z.object({ opens: z.boolean(), clicks: z.boolean() }),
    counts,
    winner: z.int().nullable().describe('Index of the variant that the rest gets'),
    waiting_for: z.string().nullable().describe('What keeps it at the moment'),
    parent_id: z.string().nullable().describe('Of a resend'),
    created_at: z.string(),
    scheduled_at: z.string().nullable(),
    sent_at: z.string().nullable().describe('When it began'),
    decide_at: z.string().nullable().describe('When the A/B test is decided by its metric'),
    finished_at: z.string().nullable().describe('When the last recipient had its turn'),
    canceled_at: z.string().nullable(),
  })
  .meta({ id: 'BroadcastSummary' });
export type BroadcastSummary = z.infer<typeof broadcastSummary>;

export const broadcastResource = broadcastSummary
  .extend({
    html: z.string().nullable(),
    text: z.string().nullable(),
    ab_test: z
      .object({
        variants: z.array(
          z.object({
            subject: z.string().optional(),
            html: z.string().optional(),
            text: z.string().optional(),
            template: shownTemplate.optional(),
          }),
        ),
        percent: z.int(),
        wait_minutes: z.int(),
        metric: z.enum(broadcastMetrics),
      })
      .nullable(),
  })
  .meta({ id: 'Broadcast' });
export type BroadcastResource = z.infer<typeof broadcastResource>;

export const listBroadcastsQuery = pageQuery.extend({ status: z.enum(broadcastStatuses).optional() });

export const broadcastRecipient = z
  .object({
    object: z.literal('broadcast_recipient'),
    contact_id: z.string(),
    email: z.string().nullable().describe('null: the contact was deleted'),
    outcome: z.enum([...broadcastOutcomes, 'waiting']),
    message_id: z.string().nullable().describe('GET /emails/{id} has its status'),
    variant: z.int().nullable(),
  })
  .meta({ id: 'BroadcastRecipient' });
export type BroadcastRecipientResource = z.infer<typeof broadcastRecipient>;

export const listBroadcastRecipientsQuery = pageQuery.extend({
  outcome: z.enum([...broadcastOutcomes, 'waiting']).optional(),
});
