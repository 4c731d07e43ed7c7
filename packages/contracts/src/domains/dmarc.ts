import { z } from 'zod';
import { count, flag, line, lineOrNull, objectName } from '../fields/fields';
import { queryNumber } from '../fields/query-number';
import { sample } from '../fields/sample';

export const dmarcQuery = z.object({
  days: queryNumber({ min: 1, max: 90, byDefault: 30 }).meta({
    description: 'Number of days to return, ending today (UTC): 1 to 90.',
    examples: [30],
  }),
});

/** How many messages, by what receivers made of them. */
const counters = z.object({
  messages: count('Messages with the domain in their From header.', 1_250),
  passed: count('Messages that passed: aligned DKIM or SPF.', 1_238),
  failed: count('Messages that failed both.', 12),
  quarantined: count('Messages that your policy sent to quarantine (spam).', 8),
  rejected: count('Messages that your policy rejected.', 4),
});
export type DmarcCounters = z.infer<typeof counters>;

const aligned = {
  dkim_aligned: count('Messages with a valid, aligned DKIM signature.', 1_236),
  spf_aligned: count('Messages with an aligned SPF pass.', 1_190),
};

/** Of RFC 7489 Appendix C and RFC 9990 Appendix A. */
const reasonTypes = [
  'forwarded',
  'mailing_list',
  'trusted_forwarder',
  'local_policy',
  'policy_test_mode',
  'sampled_out',
  'other',
] as const;

const dmarcReason = z
  .object({
    type: z.enum(reasonTypes).meta({
      description:
        'Type of the reason. `forwarded`, `mailing_list`, `trusted_forwarder`: an intermediary passed the messages on. `local_policy`: a rule of the receiver. `policy_test_mode`: the DMARC record has `t=y`. `sampled_out`: the obsolete tag `pct`.',
      examples: ['local_policy'],
    }),
    comment: lineOrNull(
      'Comment of the receiver, up to 255 characters.',
      'Sender requirement failed: 550-5.7.30 DKIM does not pass',
    ),
    messages: count('Messages that the reason was given for.', 12),
    reporters: z.array(z.string()).meta({
      description: 'Domains that sent these reports, confirmed by DMARC, up to ten.',
      examples: [['google.com']],
    }),
    source_ips: z.array(z.string()).meta({
      description: 'IP addresses that sent the messages, up to ten.',
      examples: [[sample.ipAddress]],
    }),
    first_day: line('First day (UTC) with this reason.', '2026-05-10'),
    last_day: line('Last day (UTC) with this reason.', '2026-05-12'),
  })
  .meta({
    id: 'DmarcReason',
    description:
      'Why receivers did something other than the DMARC policy requests. Some receivers also name a requirement here that the messages did not meet.',
  });

export const dmarcResource = z
  .object({
    object: objectName('dmarc'),
    domain: line('The domain.', sample.domain),
    days: count('Number of days returned.', 30),
    totals: counters
      .extend({
        ...aligned,
        reports: count('Number of reports received.', 42),
        unauthenticated: count(
          'Messages in reports that did not pass DMARC themselves, so that their author is unverified. Not included in the other counts.',
          0,
        ),
      })
      .meta({ id: 'DmarcTotals', description: 'Totals over all days.' }),
    series: z
      .array(
        counters
          .extend({ day: line('Day (UTC).', '2026-05-12') })
          .meta({ id: 'DmarcDay', description: 'Counts of one day.' }),
      )
      .meta({ description: 'One row per day, oldest first.' }),
    sources: z
      .array(
        counters
          .extend({
            ...aligned,
            source_ip: line('IP address that sent the messages.', sample.ipAddress),
            host_name: lineOrNull(
              'Reverse DNS name of the address, if it leads back to it. Null: there is none, or it was not looked up yet.',
              'mail.acme.example',
            ),
            type: z.enum(['own', 'forwarder', 'service', 'unknown']).meta({
              description:
                '`own`: Postrider sent the messages. `forwarder`: another server forwarded most of them. `service`: a known email service. `unknown`: none of these.',
              examples: ['own'],
            }),
            service: lineOrNull('Name of the email service, if it is known.', 'Google', null),
            first_day: line(
              'First day (UTC) with a report of this address, of the last 90 days.',
              '2026-05-10',
            ),
            is_new: flag('Whether the first report of this address is of the last seven days.'),
            reporters: z
              .array(z.string())
              .meta({ description: 'Reporters, up to ten.', examples: [['google.com']] }),
          })
          .meta({ id: 'DmarcSource', description: 'Counts of one sending IP address.' }),
      )
      .meta({ description: 'The 100 addresses with the most messages.' }),
    reasons: z.array(dmarcReason).meta({
      description:
        'The 20 reasons with the most messages, without those of reports that did not pass DMARC themselves.',
    }),
  })
  .meta({ id: 'Dmarc', description: 'Aggregated DMARC reports about a domain.' });
export type DmarcResource = z.infer<typeof dmarcResource>;
