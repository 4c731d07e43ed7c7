import { z } from 'zod';
import { count, line, lineOrNull, objectName } from '../fields/fields';

export const eraseContactRequest = z
  .object({
    cursor: z
      .string()
      .optional()
      .meta({
        description: '`next_cursor` of the previous part. Default: the first part.',
        examples: ['mail.AZ4bfUyAfSScAloPbA5KEQ5QXQ2pbbxJ'],
      }),
  })
  .meta({ id: 'EraseContactRequest', description: 'Which part to erase.', examples: [{}] });

type ErasedCount =
  'contacts' | 'signup_requests' | 'suppressions' | 'emails' | 'open_emails' | 'inbound_emails';

/** What there is about a person, with a description of each count. */
export function erasedCounts(describe: Readonly<Record<ErasedCount, string>>): Record<ErasedCount, z.ZodInt> {
  return {
    contacts: count(describe.contacts, 1),
    signup_requests: count(describe.signup_requests, 0),
    suppressions: count(describe.suppressions, 1),
    emails: count(describe.emails, 12),
    open_emails: count(describe.open_emails, 0),
    inbound_emails: count(describe.inbound_emails, 2),
  };
}

export const erasure = z
  .object({
    object: objectName('erasure'),
    address_digest: line(
      'Digest that replaces the address.',
      'sha256:4f2d0c5b6a1e8d7c9b3a2f1e0d4c5b6a7f8e9d0c1b2a3f4e5d6c7b8a9f0e1d2c',
    ),
    erased: z
      .object(
        erasedCounts({
          contacts: 'Deleted contacts.',
          signup_requests: 'Deleted signup requests.',
          suppressions: 'Suppressions that now have the digest.',
          emails: 'Emails to the address whose content was deleted.',
          open_emails: 'Emails to the address that may still be sent and were left.',
          inbound_emails: 'Deleted emails from the address.',
        }),
      )
      .meta({ id: 'ErasedCounts', description: 'What this request erased.' }),
    next_cursor: lineOrNull('Send it with the next request. Null after the last part.', null),
  })
  .meta({ id: 'Erasure', description: 'Receipt of the erasure of a person.' });
export type Erasure = z.infer<typeof erasure>;
