import { z } from 'zod';
import { line, objectName } from '../fields/fields';
import { sample } from '../fields/sample';

const seconds = (description: string, example: number) =>
  z
    .number()
    .nonnegative()
    .meta({ description, examples: [example] });

const times = (what: string, example: readonly [number, number]) =>
  z
    .object({
      p50: seconds('Half of the deliveries took at most this many seconds.', example[0]),
      p95: seconds('95 % of the deliveries took at most this many seconds.', example[1]),
    })
    .nullable()
    .meta({ description: what });

/** With the words of `GET /deliverability`. */
const pace = z
  .object({
    seconds_to_delivery: times('Deliveries of the last hour. Null: there were too few.', [110, 260]),
    usual_seconds: times(
      'Deliveries in the same hour of the last seven days. Null: there were too few.',
      [4.1, 12],
    ),
  })
  .meta({
    id: 'DeliveryPace',
    description:
      'Time from acceptance, or from `scheduled_at`, until the mailbox provider accepted an email. Two significant digits.',
  });

export const emailDeliveryTimes = z
  .object({
    object: objectName('email_delivery_times'),
    id: line('Id of the email.', sample.emailId),
    data: z
      .array(
        z
          .object({
            provider: line('Mailbox provider, or the domain of a mail server of its own.', 'google'),
            recipients: z
              .array(z.string())
              .meta({ description: 'Recipients at this provider.', examples: [[sample.to]] }),
            organization: pace.nullable().meta({
              description:
                'Email of your organization. Null: the provider is not one of those that are counted.',
            }),
            platform: pace.nullable().meta({
              description:
                'Email of all organizations. Null for bulk email, which waits for its turn, and if the provider is not one of those that are counted.',
            }),
          })
          .meta({ id: 'ProviderDeliveryTimes', description: 'Times to delivery at a mailbox provider.' }),
      )
      .meta({ description: 'Mailbox providers of the recipients, as far as they are known.' }),
  })
  .meta({
    id: 'EmailDeliveryTimes',
    description: 'How long email takes to the mailbox providers of an email, and how long it usually takes.',
  });
export type EmailDeliveryTimes = z.infer<typeof emailDeliveryTimes>;
export type DeliveryPace = z.infer<typeof pace>;
