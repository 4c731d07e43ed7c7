import { z } from 'zod';
import { count, line, objectName } from './fields';
import { queryNumber } from './query-number';
import { sample } from './sample';

export const dmarcQuery = z.object({
  days: queryNumber({ min: 1, max: 90, byDefault: 30 }).meta({
    description: 'How many days up to today (UTC) are told, 1 to 90.',
    examples: [30],
  }),
});

/** How many messages, by what receivers made of them. */
const counters = z.object({
  messages: count('Messages that claimed to be from the domain.', 1_250),
  passed: count('Of these: aligned DKIM or aligned SPF passed.', 1_238),
  failed: count('Of these: neither did.', 12),
  quarantined: count('Of these: put aside as spam because of your policy.', 8),
  rejected: count('Of these: refused because of your policy.', 4),
});
export type DmarcCounters = z.infer<typeof counters>;

const aligned = {
  dkim_aligned: count('Of these: DKIM passed for this domain.', 1_236),
  spf_aligned: count('Of these: SPF passed for this domain.', 1_190),
};

export const dmarcResource = z
  .object({
    object: objectName('dmarc'),
    domain: line('The domain.', sample.domain),
    days: count('How many days are told.', 30),
    totals: counters
      .extend({
        ...aligned,
        reports: count('Reports that came.', 42),
        unauthenticated: count(
          'Messages of reports whose own mail did not pass DMARC: anybody could have written them. Not counted above.',
          0,
        ),
      })
      .meta({ id: 'DmarcTotals', description: 'Sums over all days.' }),
    series: z
      .array(
        counters
          .extend({ day: line('The day, in UTC.', '2026-05-12') })
          .meta({ id: 'DmarcDay', description: 'A day.' }),
      )
      .meta({ description: 'A row for each day, oldest first.' }),
    sources: z
      .array(
        counters
          .extend({
            ...aligned,
            source_ip: line('The address that it was sent from.', sample.ipAddress),
            reporters: z
              .array(z.string())
              .meta({ description: 'Who told of it, at most ten.', examples: [['google.com']] }),
          })
          .meta({ id: 'DmarcSource', description: 'An address that mail was sent from.' }),
      )
      .meta({ description: 'The 100 addresses with the most messages.' }),
  })
  .meta({ id: 'Dmarc', description: 'What receivers report about mail that claims to be from a domain.' });
export type DmarcResource = z.infer<typeof dmarcResource>;
