import { z } from 'zod';
import { count, line, lineOrNull, timeOrNull } from '../fields/fields';
import { sample } from '../fields/sample';

/** Google publishes no figures for days with little email, and the newest ones after two days. */
export const googleFigureDays = 30;

const share = (description: string, example: number) =>
  z
    .number()
    .nullable()
    .meta({ description, examples: [example] });

const requirement = z
  .object({
    requirement: line(
      'Requirement for senders, in the words of Google: for example `spf`, `dkim`, `dmarc_alignment`, `user_reported_spam_rate`, `one_click_unsubscribe` or `honor_unsubscribe`.',
      'one_click_unsubscribe',
    ),
    verdict: z.enum(['compliant', 'needs_work']).meta({
      description: 'Whether Google considers the requirement met.',
      examples: ['needs_work'],
    }),
    reason: lineOrNull('Reason that Google gives. Null: none.', 'no_unsub_general'),
  })
  .meta({ id: 'GoogleRequirement', description: 'Verdict of Google about one requirement for senders.' });
export type GoogleRequirement = z.infer<typeof requirement>;

const googleDomain = z
  .object({
    domain: line('Name of your domain.', sample.domain),
    google_domain: lineOrNull(
      'Domain in Google Postmaster Tools that the figures are of: your domain or a parent of it. Null: the Google account has neither.',
      sample.domain,
    ),
    day: lineOrNull(
      'Newest UTC day of which Google has figures. Null: no data. Google has none for days with little email to Gmail.',
      '2026-11-20',
    ),
    days_with_data: count(`Days of the last ${googleFigureDays} of which Google has figures.`, 21),
    spam_rate: share(
      'Part of the email in inboxes that recipients marked as spam on that day, from 0 to 1.',
      0.0008,
    ),
    spf_passed: share('Part of the email that passed SPF on that day, from 0 to 1.', 1),
    dkim_passed: share('Part of the email that passed DKIM on that day, from 0 to 1.', 1),
    dmarc_passed: share('Part of the email that passed DMARC on that day, from 0 to 1.', 0.998),
    requirements: z.array(requirement).meta({ description: 'Verdicts of Google. Empty: none.' }),
  })
  .meta({ id: 'GooglePostmasterDomain', description: 'Figures of Google Postmaster Tools about a domain.' });

export const googlePostmaster = z
  .object({
    status: z.enum(['not_connected', 'connected', 'access_revoked']).meta({
      description:
        '`not_connected`: connect a Google account on the page Deliverability of the console. `access_revoked`: Google no longer accepts the connection. Connect the account again.',
      examples: ['connected'],
    }),
    connected_at: timeOrNull('When the Google account was connected. Null: none is.'),
    read_at: timeOrNull('When the figures were last read. Null: not yet.'),
    error: lineOrNull('Why they could not be read the last time. Text for people. Null: they could.', null),
    domains: z
      .array(googleDomain)
      .meta({ description: 'Verified domains, by name. Empty if none is connected.' }),
  })
  .meta({ id: 'GooglePostmaster', description: 'What Google Postmaster Tools says about your domains.' });
export type GooglePostmaster = z.infer<typeof googlePostmaster>;
