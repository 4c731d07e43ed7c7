import { z } from 'zod';
import { count, countOrNull, flag, objectName, timeOrNull } from '../fields/fields';
import { sample } from '../fields/sample';

export const broadcastEstimate = z
  .object({
    object: objectName('broadcast_estimate'),
    contacts: countOrNull('Contacts in the segment at `counted_at`. Null while many are being counted.', 412),
    counted_at: timeOrNull('When `contacts` was counted. Null until then.', sample.acceptedAt),
    sample: z
      .object({
        contacts: count('Contacts of the segment in the sample.', 412),
        suppressed: count('Those whose address is suppressed.', 3),
        unsubscribed: count('Contacts who are not subscribed to the topic or to bulk email.', 5),
        complete: flag('Whether the sample is the whole segment, so that the numbers are exact.'),
      })
      .meta({
        id: 'BroadcastSample',
        description:
          'A sample of up to 2,000 contacts. The whole segment, if the organization has no more contacts.',
      }),
    recipients: countOrNull(
      'Expected number of emails: `contacts` without the share of the sample that gets none. Null while contacts are being counted.',
      404,
    ),
    expected_seconds: countOrNull(
      'Expected duration of sending in seconds, by the rate of the last large broadcast. Null while contacts are being counted, or if a daily limit or warm-up spreads it over days.',
      5,
    ),
    limits: z
      .object({
        monthly_remaining: countOrNull('Emails left this month. Null: no limit.', 9_588),
        daily_remaining: countOrNull('Emails left today. Null: no limit.', null),
        domain_daily_cap: countOrNull('Recipients a day from the domain. Null: no cap.', null),
        warming_up: flag('Whether the domain is warming up, which limits its recipients a day.'),
      })
      .meta({ id: 'BroadcastLimits', description: 'Limits that apply to the broadcast.' }),
  })
  .meta({ id: 'BroadcastEstimate', description: 'What sending a broadcast now would do.' });
export type BroadcastEstimateResource = z.infer<typeof broadcastEstimate>;
