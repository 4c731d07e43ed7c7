import { z } from 'zod';
import { refusedItem } from '../errors/error-body';
import { line } from '../fields/fields';
import { sample } from '../fields/sample';

const warning = z
  .object({
    code: z.enum(['possible_typo', 'disposable_suspected']).meta({
      description:
        '`possible_typo`: the domain looks mistyped. `disposable_suspected`: the domain seems to offer temporary addresses.',
    }),
    address: line('Address that the warning is about.', 'ada@gmial.com'),
    suggestion: line('For `possible_typo`: the suggested address.', 'ada@gmail.com').optional(),
  })
  .meta({
    id: 'SendWarning',
    description: 'A warning about a recipient. The email is still sent.',
  });

/** Answer of `POST /emails`. */
export const sendEmailResponse = z
  .object({
    id: line('Id of the email. Track it with `GET /emails/{id}`.', sample.emailId),
    suppressed: z
      .array(z.string())
      .optional()
      .meta({
        description: 'Recipients that get no email because they are suppressed. Absent if there are none.',
        examples: [['bounced@example.com']],
      }),
    warnings: z
      .array(warning)
      .optional()
      .meta({ description: 'Warnings about recipients. Absent if there are none.' }),
  })
  .meta({
    id: 'SendEmailResponse',
    description: 'The accepted email.',
  });
export type SendEmailResponse = z.infer<typeof sendEmailResponse>;

/** An item of a batch that was accepted. */
export const acceptedItem = sendEmailResponse
  .extend({
    idempotent_mismatch: z.literal(true).optional().meta({
      description:
        'The `idempotency_key` was used before for an email with other content: `id` is that email, and this item was not sent. Absent otherwise.',
    }),
  })
  .meta({ id: 'AcceptedItem', description: 'An accepted item.' });
export type AcceptedItem = z.infer<typeof acceptedItem>;

export const batchResponse = z
  .object({
    data: z
      .array(z.union([acceptedItem, refusedItem]))
      .meta({ description: 'One result per item, in order.' }),
  })
  .meta({ id: 'BatchResponse', description: 'The results of the batch.' });
export type BatchResponse = z.infer<typeof batchResponse>;
