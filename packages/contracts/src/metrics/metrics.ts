import { z } from 'zod';
import { count, line, lineOrNull, objectName } from '../fields/fields';
import { queryNumber } from '../fields/query-number';
import { sample } from '../fields/sample';
import { lineOfText } from '../fields/text';

export const metricFacets = ['provider', 'key', 'template', 'kind'] as const;
export type MetricFacet = (typeof metricFacets)[number];

export const metricsQuery = z.object({
  days: queryNumber({ min: 1, max: 90, byDefault: 30 }).meta({
    description: 'Number of days to return, ending today (UTC): 1 to 90.',
    examples: [30],
  }),
  domain: lineOfText()
    .min(1)
    .max(253)
    .optional()
    .meta({
      description:
        'Name or id of a domain. Default: the whole organization. Required for a key that is restricted to domains.',
      examples: [sample.domain],
    }),
  facet: z.enum(metricFacets).optional().meta({
    description: 'Adds `by`: one row per mailbox provider, API key, template or kind.',
  }),
  key: lineOfText()
    .min(1)
    .max(200)
    .optional()
    .meta({
      description: 'Only the row of this key. Has no effect without `facet`.',
      examples: ['receipt'],
    }),
  format: z.enum(['json', 'csv']).default('json').meta({
    description: '`csv` returns the series as a table, or `by` if `facet` is set.',
  }),
});

const counters = z.object({
  sent: count('Recipients whose email was handed over.', 1_250),
  delivered: count('Recipients whose mail server accepted the email.', 1_231),
  bouncedHard: count('Recipients whose address is invalid (hard bounces).', 9),
  bouncedSoft: count('Recipients whose email bounced for another reason (soft bounces).', 10),
  complained: count('Recipients who marked the email as spam.', 1),
  opened: count('Recipients who opened the email. Only tracked emails count.', 604),
  clicked: count('Recipients who clicked a link. Only tracked emails count.', 188),
  unsubscribed: count('Recipients who unsubscribed.', 3),
});
export type MetricCounters = z.infer<typeof counters>;

const rate = (description: string, example: number) =>
  z.number().meta({ description: `${description} A fraction from 0 to 1.`, examples: [example] });

export const metricsResource = z
  .object({
    object: objectName('metrics'),
    days: count('Number of days returned.', 30),
    domain: lineOrNull('Name of the domain. Null: the whole organization.', sample.domain),
    series: z
      .array(
        counters
          .extend({ day: line('Day (UTC).', '2026-05-12') })
          .meta({ id: 'MetricsDay', description: 'Counts of one day.' }),
      )
      .meta({ description: 'One row per day, oldest first.' }),
    totals: counters.meta({ id: 'MetricCounters', description: 'Totals of live email over all days.' }),
    rates: z
      .object({
        delivery: rate('`delivered` divided by attempted recipients.', 0.9848),
        bounce: rate('Hard and soft bounces divided by attempted recipients.', 0.0152),
        hardBounce: rate('`bouncedHard` divided by attempted recipients.', 0.0072),
        softBounce: rate('`bouncedSoft` divided by attempted recipients.', 0.008),
        complaint: rate(
          '`complained` divided by `delivered`. Keep it below 0.001: above, mailbox providers start to filter your email.',
          0.0008,
        ),
        open: rate('`opened` divided by `delivered`.', 0.4907),
        click: rate('`clicked` divided by `delivered`.', 0.1527),
      })
      .meta({
        id: 'MetricRates',
        description:
          'Rates over all days. 0 if there is nothing to divide by. Attempted recipients are `sent`, or `delivered` and bounces together if these are more: a recipient that a mail server refuses at once bounces without being sent.',
      }),
    facet: z
      .enum(metricFacets)
      .optional()
      .meta({ description: 'The requested facet. Absent without `facet`.' }),
    by: z
      .array(
        counters
          .extend({
            key: line('Key of the row: the id, kind or provider.', 'receipt'),
            label: line('Display name of the row.', 'receipt'),
            delayed: count('Delayed deliveries.', 14),
            blocked: count('Replies with which a provider blocked or throttled the email.', 2),
          })
          .meta({ id: 'MetricsGroup', description: 'Counts of one provider, key, template or kind.' }),
      )
      .optional()
      .meta({ description: 'One row per value of the facet. Absent without `facet`.' }),
  })
  .meta({ id: 'Metrics', description: 'Daily sending counts, by recipient of live email.' });
export type MetricsResource = z.infer<typeof metricsResource>;
