import { z } from 'zod';
import { count, countOrNull, flag, line, objectName, time } from '../fields/fields';

/** `GET /usage`. */
export const usageResource = z
  .object({
    object: objectName('usage'),
    plan: line('Name of the plan.', 'starter'),
    emails: z
      .object({
        monthly: z
          .object({
            used: count(
              'Recipients of live email this month (UTC). Each recipient counts as one email.',
              31_204,
            ),
            limit: countOrNull(
              'Monthly limit. When it is reached, live sends fail with `quota_exceeded` until the next month. Null: no limit. 0: sending is stopped.',
              100_000,
            ),
            allowance: countOrNull('Emails included in the plan. Null: unlimited.', 50_000),
            overage: flag('Whether emails beyond the allowance are billed, up to `limit`.'),
            resets_at: time('When the count resets to 0.', '2026-06-01T00:00:00.000Z'),
          })
          .meta({ id: 'MonthlyUsage', description: 'Usage this month.' }),
        daily: z
          .object({
            used: count('Recipients of live email today (UTC).', 1_250),
            limit: countOrNull(
              'Daily limit. When it is reached, live sends fail with `quota_exceeded` until the next day. Null: no limit.',
              null,
            ),
            resets_at: time('When the count resets to 0.', '2026-05-13T00:00:00.000Z'),
          })
          .meta({ id: 'DailyUsage', description: 'Today.' }),
      })
      .meta({ id: 'EmailUsage', description: 'Email usage, by recipient. Test emails do not count.' }),
    contacts: z
      .object({
        used: count('Number of stored contacts.', 4_210),
        limit: countOrNull('Maximum number of contacts. Null: no limit.', 10_000),
      })
      .meta({ id: 'ContactUsage', description: 'Contacts.' }),
    rate_limit: z
      .object({
        limit: countOrNull('Requests that the API key may make per `duration`. Null: no limit.', 10),
        organization_limit: countOrNull(
          'Requests that all API keys of the organization may make together per `duration`. Null: no limit.',
          100,
        ),
        duration: line('Length of the window, in seconds: a number followed by `s`.', '1s'),
      })
      .meta({ id: 'RateLimit', description: 'Rate limits of the API key and of its organization.' }),
  })
  .meta({ id: 'Usage', description: 'Usage and limits of the organization.' });
export type UsageResource = z.infer<typeof usageResource>;
