import { z } from 'zod';
import { count, line, lineOrNull, objectName, timeOrNull } from '../fields/fields';
import { queryNumber } from '../fields/query-number';
import { sample } from '../fields/sample';
import { lineOfText } from '../fields/text';
import { failureClassNames } from '../outcomes/failure-classes';
import { googlePostmaster } from './google-postmaster';

/** Every problem that is looked for; each has one rule, which says nothing about ordinary mail. */
export const findingCodes = [
  'dmarc_fail_own',
  'dmarc_unknown_source',
  'dmarc_requirement',
  'spf_lookups',
  'dkim_weak',
  'ptr_mismatch',
  'blocklisted',
  'tls_failures',
  'complaints_high',
  'bounces_high',
  'blocked_by_provider',
  'slower_than_usual',
  'no_unsubscribe',
  'record_wrong',
] as const;

export const findingSeverities = ['error', 'warning', 'info'] as const;

const finding = z
  .object({
    code: z.enum(findingCodes).meta({
      description:
        '`dmarc_fail_own`: your own email fails DMARC. `dmarc_unknown_source`: an unknown server sends with your domain. `dmarc_requirement`: a requirement that a receiver named in its DMARC report. `spf_lookups`: the SPF record needs more than 10 DNS lookups. `dkim_weak`: a DKIM key is too short. `ptr_mismatch`: the reverse DNS of a sending address is wrong. `blocklisted`: a sending address or your domain is on a blocklist. `tls_failures`: TLS connections to your domain, or to a mailbox provider, fail. `complaints_high`: many recipients report spam. `bounces_high`: many emails bounce. `blocked_by_provider`: a mailbox provider blocks your email. `slower_than_usual`: a mailbox provider takes longer than usual. `no_unsubscribe`: bulk email without one-click unsubscribe. `record_wrong`: a DNS record of your domain is missing or wrong.',
      examples: ['complaints_high'],
    }),
    severity: z.enum(findingSeverities).meta({
      description:
        '`error`: email is lost or will be. `warning`: delivery suffers or is about to. `info`: worth knowing.',
      examples: ['warning'],
    }),
    subject: line('What it is about: a domain, a mailbox provider or an IP address.', sample.domain),
    since: timeOrNull('Since when. Null: unknown.', sample.createdAt),
    evidence: z.array(z.string()).meta({
      description: 'What was observed, in figures. Sentences for people, up to ten.',
      examples: [['14 of 9,800 recipients reported spam in 7 days (0.14 %).']],
    }),
    advice: line(
      'What to do about it. Text for people.',
      'Send only to recipients who asked for it, and make unsubscribing easy.',
    ),
  })
  .meta({ id: 'DeliverabilityFinding', description: 'A problem with how your email is received.' });
export type Finding = z.infer<typeof finding>;

export const deliverabilityQuery = z.object({
  days: queryNumber({ min: 1, max: 90, byDefault: 30 }).meta({
    description: 'Number of days that the provider figures cover, ending today (UTC): 1 to 90.',
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
});

const seconds = z
  .object({
    p50: z.number().meta({ description: 'Half were delivered within this time.', examples: [2.1] }),
    p95: z.number().meta({ description: '95 % were delivered within this time.', examples: [9.5] }),
  })
  .meta({ id: 'DeliverabilitySeconds', description: 'Seconds from acceptance to delivery.' });

export const deliverabilityRepliesMax = 10;

const reply = z
  .object({
    text: line(
      'Reply of the provider, or why TLS with it failed. Addresses, numbers and ids that differ from email to email are replaced by `…`.',
      '550-5.1.1 The email account that you tried to reach does not exist.',
    ),
    class: z.enum(failureClassNames).meta({ description: 'Class of the failure.', examples: ['recipient'] }),
    advice: line(
      'What to do about it. Text for people.',
      'The mailbox does not exist. Correct the address or remove it from your list.',
    ),
    count: count('Number of such replies.', 9),
  })
  .meta({
    id: 'DeliverabilityReply',
    description: 'A reply with which a provider deferred or refused email.',
  });

const provider = z
  .object({
    provider: line('Mailbox provider.', 'google'),
    recipients: count('Recipients to which delivery was attempted.', 1_250),
    delivered: count('Recipients whose mail server accepted the email.', 1_231),
    deferred: count('Delayed deliveries. An email may be delayed several times.', 14),
    blocked: count('Replies with which the provider blocked or throttled the email.', 2),
    bounced: count('Recipients whose email bounced.', 19),
    complained: count('Recipients who marked the email as spam. Not every provider reports them.', 1),
    seconds_to_delivery: seconds.nullable().meta({
      description:
        'Seconds from acceptance to delivery of transactional email in the last 24 hours. Null: too few deliveries, or a domain was named.',
    }),
    usual_seconds: seconds.nullable().meta({
      description: 'The same in the seven days before, for comparison. Null: too few, or a domain was named.',
    }),
    replies: z.array(reply).meta({
      description: `The ${deliverabilityRepliesMax} most frequent replies that deferred or refused email.`,
    }),
  })
  .meta({ id: 'DeliverabilityProvider', description: 'How one mailbox provider receives your email.' });

export const deliverabilityResource = z
  .object({
    object: objectName('deliverability'),
    days: count('Number of days that the provider figures cover.', 30),
    domain: lineOrNull('Name of the domain. Null: the whole organization.', sample.domain),
    providers: z.array(provider).meta({ description: 'The 50 providers with the most recipients, first.' }),
    findings: z.array(finding).meta({
      description: 'Current problems, the most severe first. Empty if there are none.',
    }),
    google_postmaster: googlePostmaster.nullable().meta({
      description:
        'What Google Postmaster Tools says about your domains. Null: the operator has not set it up.',
    }),
  })
  .meta({ id: 'Deliverability', description: 'How mailbox providers receive your live email.' });
export type DeliverabilityResource = z.infer<typeof deliverabilityResource>;
export type DeliverabilityProvider = DeliverabilityResource['providers'][number];
export type DeliverabilityReply = DeliverabilityProvider['replies'][number];
