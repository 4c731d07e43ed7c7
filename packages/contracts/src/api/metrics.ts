import { z } from 'zod';
import { queryNumber } from './query-number';
import { lineOfText } from './text';

export const metricFacets = ['provider', 'key', 'template', 'kind'] as const;
export type MetricFacet = (typeof metricFacets)[number];

export const metricsQuery = z.object({
  days: queryNumber({ min: 1, max: 90, byDefault: 30 }),
  domain: lineOfText().min(1).max(253).optional(),
  facet: z.enum(metricFacets).optional(),
  key: lineOfText().min(1).max(200).optional(),
  format: z.enum(['json', 'csv']).default('json'),
});

const counters = z.object({
  sent: z.int(),
  delivered: z.int(),
  bouncedHard: z.int(),
  bouncedSoft: z.int(),
  complained: z.int(),
  opened: z.int(),
  clicked: z.int(),
  unsubscribed: z.int(),
});
export type MetricCounters = z.infer<typeof counters>;

export const metricsResource = z
  .object({
    object: z.literal('metrics'),
    days: z.int(),
    domain: z.string().nullable(),
    series: z.array(counters.extend({ day: z.string() })),
    totals: counters,
    rates: z.object({
      delivery: z.number(),
      bounce: z.number(),
      hardBounce: z.number(),
      softBounce: z.number(),
      complaint: z.number(),
      open: z.number(),
      click: z.number(),
    }),
    facet: z.enum(metricFacets).optional(),
    by: z
      .array(counters.extend({ key: z.string(), label: z.string(), delayed: z.int(), blocked: z.int() }))
      .optional(),
  })
  .meta({ id: 'Metrics' });
export type MetricsResource = z.infer<typeof metricsResource>;
