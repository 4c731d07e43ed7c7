import { z } from 'zod';
import { count, countOrNull, flag, line, objectName, time } from './fields';

/** `GET /usage`. */
export const usageResource = z
  .object({
    object: objectName('usage'),
    plan: line('Name of the plan.', 'starter'),
    emails: z
      .object({
        monthly: z
          .object({
            used: count('Recipients of live mail in this month (UTC); each recipient is one email.', 31_204),
            limit: countOrNull(
              'From here on live sends answer `quota_exceeded` until the next month; null: no limit, 0: sending is stopped.',
              100_000,
            ),
            allowance: countOrNull('What the plan includes; null: everything.', 50_000),
            overage: flag('Whether mail past the allowance is billed, up to `limit`.'),
            resets_at: time('When the count begins again at 0.', '2026-06-01T00:00:00.000Z'),
          })
          .meta({ id: 'MonthlyUsage', description: 'This month.' }),
        daily: z
          .object({
            used: count('Recipients of live mail today (UTC).', 1_250),
            limit: countOrNull(
              'From here on live sends answer `quota_exceeded` until the next day; null: no limit.',
              null,
            ),
            resets_at: time('When the count begins again at 0.', '2026-05-13T00:00:00.000Z'),
          })
          .meta({ id: 'DailyUsage', description: 'Today.' }),
      })
      .meta({ id: 'EmailUsage', description: 'Emails, counted by recipient; test mail never counts.' }),
    contacts: z
      .object({
        used: count('Contacts that are stored.', 4_210),
        limit: countOrNull('How many the plan lets you store; null: any number.', 10_000),
      })
      .meta({ id: 'ContactUsage', description: 'Contacts.' }),
    rate_limit: z
      .object({
        limit: countOrNull('Requests that the calling key may make in that time; null: any number.', 10),
        duration: line('That time: a number of seconds with the unit `s`.', '1s'),
      })
      .meta({ id: 'RateLimit', description: 'How fast the calling key may call.' }),
  })
  .meta({ id: 'Usage', description: 'What the organization uses of its plan.' });
export type UsageResource = z.infer<typeof usageResource>;
