import { z } from 'zod';
import { queryNumber } from './query-number';

export const dmarcQuery = z.object({ days: queryNumber({ min: 1, max: 90, byDefault: 30 }) });

/** How many messages, by what receivers made of them. */
const counters = z.object({
  messages: z.int(),
  passed: z.int().describe('Aligned DKIM or aligned SPF passed'),
  failed: z.int().describe('Neither did'),
  quarantined: z.int(),
  rejected: z.int(),
});
export type DmarcCounters = z.infer<typeof counters>;

const aligned = {
  dkim_aligned: z.int(),
  spf_aligned: z.int(),
};

export const dmarcResource = z
  .object({
    object: z.literal('dmarc'),
    domain: z.string(),
    days: z.int(),
    totals: counters.extend({
      ...aligned,
      reports: z.int(),
      unauthenticated: z
        .int()
        .describe('Messages of reports whose own mail did not pass DMARC: anybody could have written them'),
    }),
    series: z.array(counters.extend({ day: z.string() })).describe('A row for each day, oldest first'),
    sources: z
      .array(counters.extend({ ...aligned, source_ip: z.string(), reporters: z.array(z.string()) }))
      .describe('The 100 addresses with the most messages, at most ten reporters each'),
  })
  .meta({ id: 'Dmarc' });
export type DmarcResource = z.infer<typeof dmarcResource>;
