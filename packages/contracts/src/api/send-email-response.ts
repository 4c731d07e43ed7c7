import { z } from 'zod';
import { refusedItem } from './error-body';
import { line } from './fields';
import { sample } from './sample';

const warning = z
  .object({
    code: z.enum(['possible_typo', 'disposable_suspected']).meta({
      description: 'What is odd: a domain that looks mistyped, or one that lends addresses for minutes.',
    }),
    address: line('The address that looks odd.', 'ada@gmial.com'),
    suggestion: line('Of `possible_typo`: what was probably meant.', 'ada@gmail.com').optional(),
  })
  .meta({
    id: 'SendWarning',
    description: 'Something odd about a recipient; the email is sent all the same.',
  });

/** Answer of `POST /emails`, and of a batch item that was accepted. */
export const sendEmailResponse = z
  .object({
    id: line('Id of the email. Track it with `GET /emails/{id}`.', sample.emailId),
    suppressed: z
      .array(z.string())
      .optional()
      .meta({
        description: 'Recipients that get nothing, since they are on the suppression list; absent: none.',
        examples: [['bounced@example.com']],
      }),
    warnings: z
      .array(warning)
      .optional()
      .meta({ description: 'What looks odd about recipients; absent: nothing.' }),
  })
  .meta({
    id: 'SendEmailResponse',
    description: 'The email was accepted, and is sent from now on or when scheduled.',
  });
export type SendEmailResponse = z.infer<typeof sendEmailResponse>;

export const batchResponse = z
  .object({
    data: z
      .array(z.union([sendEmailResponse, refusedItem]))
      .meta({ description: 'An answer for each item, in their order.' }),
  })
  .meta({ id: 'BatchResponse', description: 'What became of each item.' });
export type BatchResponse = z.infer<typeof batchResponse>;
