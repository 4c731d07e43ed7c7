import { z } from 'zod';
import { list } from '../fields/list';
import { record } from '../fields/record';
import { atMostBytes, nonBlankLine, text, textOfBytes } from '../fields/text';
import { utmValue } from '../organizations/utm';
import { templateLimits } from '../templates/template';
import { requireOneName, templateChoiceFields } from '../templates/template-choice';

export const broadcastLimits = {
  nameCharsMax: 200,
  previewTextCharsMax: 500,
  templateDataBytesMax: 65_536,
  variantsMin: 2,
  variantsMax: 5,
  /** A week: after it the rest is not worth waiting for. */
  waitMinutesMax: 10_080,
  testRecipientsMax: 10,
} as const;

/** Statuses, with `sending` for what is scheduled and has begun. */
export const broadcastPhases = ['draft', 'scheduled', 'sending', 'testing', 'sent', 'canceled'] as const;

/** The outcome for a recipient of a broadcast. */
export const broadcastOutcomes = [
  'submitted',
  'suppressed',
  'unsubscribed',
  'over_quota',
  'invalid',
  'canceled',
] as const;
export type BroadcastOutcome = (typeof broadcastOutcomes)[number];

/** What decides an A/B test. */
export const broadcastMetrics = ['open', 'click'] as const;
export type BroadcastMetric = (typeof broadcastMetrics)[number];

/** Blanks would be refused for each recipient, when it is too late. */
export const broadcastSubject = nonBlankLine().max(templateLimits.subjectCharsMax);
export const broadcastBody = textOfBytes(templateLimits.bodyBytesMax);
/** Any text: one that names nothing answers `unknown_segment`, `unknown_topic` or `template_not_found`. */
export const named = text().min(1, 'required').max(200);

export const broadcastTemplate = z
  .object({
    ...templateChoiceFields({
      name: named,
      slugExample: 'newsletter',
      versionMeaning: 'the highest version at the time of the request.',
    }),
    data: record(z.string(), z.unknown())
      .refine(
        (data) => Buffer.byteLength(JSON.stringify(data)) <= broadcastLimits.templateDataBytesMax,
        `${atMostBytes(broadcastLimits.templateDataBytesMax)} as JSON`,
      )
      .refine((data) => !JSON.stringify(data).includes('\\u0000'), 'must not contain a NUL character')
      .optional()
      .meta({
        description: 'Values of declared variables that are the same for all recipients, up to 64 KB.',
        examples: [{ issue: 'May' }],
      }),
  })
  .refine(...requireOneName)
  .meta({ id: 'BroadcastTemplateChoice', description: 'A published template.' });
export type BroadcastTemplateChoice = z.output<typeof broadcastTemplate>;

/** Content that replaces, for its share of recipients, what the broadcast says; absent fields do not change. */
const variant = z
  .object({
    subject: broadcastSubject
      .optional()
      .meta({ description: 'Subject of this variant.', examples: ['What is new in May'] }),
    html: broadcastBody
      .optional()
      .meta({ description: 'HTML body of this variant.', examples: ['<p>Good morning</p>'] }),
    text: broadcastBody
      .optional()
      .meta({ description: 'Text body of this variant.', examples: ['Good morning'] }),
    template: broadcastTemplate
      .optional()
      .meta({ description: 'Template to use instead of `subject`, `html` and `text`.' }),
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

const documentedVariant = variant.meta({
  id: 'BroadcastVariantRequest',
  description: 'Content of a variant. Missing fields use the content of the broadcast.',
});

export const abTest = z
  .object({
    variants: list(documentedVariant, broadcastLimits.variantsMax)
      .refine(
        ({ length }) => length >= broadcastLimits.variantsMin,
        `must have at least ${broadcastLimits.variantsMin} items`,
      )
      .meta({ description: '2 to 5 variants. An empty one is the broadcast itself.' }),
    percent: z
      .int()
      .min(1)
      .max(100)
      .meta({
        description:
          'Percentage of recipients in the test, split evenly between the variants. The others get the winner.',
        examples: [20],
      }),
    wait_minutes: z
      .int()
      .min(1)
      .max(broadcastLimits.waitMinutesMax)
      .meta({
        description: 'Minutes between the last test email and the decision, up to a week.',
        examples: [240],
      }),
    metric: z
      .enum(broadcastMetrics)
      .meta({ description: 'Metric that decides: opens or clicks per delivered email.' }),
  })
  .meta({
    id: 'BroadcastTestRequest',
    description: 'An A/B test, sent to part of the recipients first.',
  });
export type BroadcastTest = z.output<typeof abTest>;

export const broadcastUtm = z
  .object({
    source: utmValue('Value of `utm_source`, 1 to 200 characters.', 'acme'),
    medium: utmValue('Value of `utm_medium`, 1 to 200 characters.', 'email'),
    campaign: utmValue('Value of `utm_campaign`, 1 to 200 characters.', 'may-news'),
  })
  .meta({ id: 'BroadcastUtm', description: 'UTM parameters of the links of a broadcast.' });
export type BroadcastUtm = z.output<typeof broadcastUtm>;
