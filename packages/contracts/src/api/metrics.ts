import { z } from 'zod';
import { count, line, lineOrNull, objectName } from './fields';
import { queryNumber } from './query-number';
import { sample } from './sample';
import { lineOfText } from './text';

export const metricFacets = ['provider', 'key', 'template', 'kind'] as const;
export type MetricFacet = (typeof metricFacets)[number];

export const metricsQuery = z.object({
  days: queryNumber({ min: 1, max: 90, byDefault: 30 }).meta({
    description: 'How many days up to today (UTC) are told, 1 to 90.',
    examples: [30],
  }),
  domain: lineOfText()
    .min(1)
    .max(253)
    .optional()
    .meta({
      description:
        'Name or id of a domain: its numbers alone. Left out: the whole organization; a domain-restricted key has to name one.',
      examples: [sample.domain],
    }),
  facet: z.enum(metricFacets).optional().meta({
    description: 'Adds `by`: a row for each mailbox provider, API key, template or kind.',
  }),
  key: lineOfText()
    .min(1)
    .max(200)
    .optional()
    .meta({
      description: 'With `facet`: only the row of this key; without it, no effect.',
      examples: ['receipt'],
    }),
  format: z.enum(['json', 'csv']).default('json').meta({
    description: '`csv`: the series as a table, or `by` when there is a `facet`.',
  }),
});

const counters = z.object({
  sent: count('Recipients whose mail was handed over.', 1_250),
  delivered: count('Recipients whose server has taken it.', 1_231),
  bouncedHard: count('Recipients whose address is wrong.', 9),
  bouncedSoft: count('Recipients whose mail came back for another reason.', 10),
  complained: count('Recipients who marked it as spam.', 1),
  opened: count('Recipients who opened it; only tracked mail can tell.', 604),
  clicked: count('Recipients who clicked a link; only tracked mail can tell.', 188),
  unsubscribed: count('Recipients who unsubscribed.', 3),
});
export type MetricCounters = z.infer<typeof counters>;

const rate = (description: string, example: number) =>
  z.number().meta({ description: `${description} A fraction, 0 to 1.`, examples: [example] });

export const metricsResource = z
  .object({
    object: objectName('metrics'),
    days: count('How many days are told.', 30),
    domain: lineOrNull('The domain; null: the whole organization.', sample.domain),
    series: z
      .array(
        counters
          .extend({ day: line('The day, in UTC.', '2026-05-12') })
          .meta({ id: 'MetricsDay', description: 'A day.' }),
      )
      .meta({ description: 'A row for each day, oldest first.' }),
    totals: counters.meta({ id: 'MetricCounters', description: 'Sums over all days; live mail only.' }),
    rates: z
      .object({
        delivery: rate('`delivered` of `sent`.', 0.9848),
        bounce: rate('Both kinds of bounces of `sent`.', 0.0152),
        hardBounce: rate('`bouncedHard` of `sent`.', 0.0072),
        softBounce: rate('`bouncedSoft` of `sent`.', 0.008),
        complaint: rate('`complained` of `delivered`; above 0.001 receivers begin to mind.', 0.0008),
        open: rate('`opened` of `delivered`.', 0.4907),
        click: rate('`clicked` of `delivered`.', 0.1527),
      })
      .meta({
        id: 'MetricRates',
        description: 'Rates over all days; 0 where there is nothing to divide by.',
      }),
    facet: z
      .enum(metricFacets)
      .optional()
      .meta({ description: 'What `by` is by; absent: it was not asked for.' }),
    by: z
      .array(
        counters
          .extend({
            key: line('What the row is of: an id, a kind, a provider.', 'receipt'),
            label: line('The same for people.', 'receipt'),
            delayed: count('Delays of delivery.', 14),
            blocked: count('Answers by which a provider blocked or slowed the mail down.', 2),
          })
          .meta({ id: 'MetricsGroup', description: 'The part of one provider, key, template or kind.' }),
      )
      .optional()
      .meta({ description: 'A row for each; absent: no `facet` was asked for.' }),
  })
  .meta({ id: 'Metrics', description: 'Daily sending counters; they count recipients of live mail.' });
export type MetricsResource = z.infer<typeof metricsResource>;
