import { z } from 'zod';
import { count, line, lineOrNull, objectName } from './fields';

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

export const erasure = z
  .object({
    object: objectName('erasure'),
    address_digest: line(
      'Digest that replaces the address.',
      'sha256:4f2d0c5b6a1e8d7c9b3a2f1e0d4c5b6a7f8e9d0c1b2a3f4e5d6c7b8a9f0e1d2c',
    ),
    erased: z
      .object({
        contacts: count('Deleted contacts.', 1),
        signup_requests: count('Deleted signup requests.', 0),
        suppressions: count('Suppressions that now have the digest.', 1),
        emails: count('Emails to the address whose content was deleted.', 12),
        open_emails: count('Emails to the address that may still be sent and were left.', 0),
        inbound_emails: count('Deleted emails from the address.', 2),
      })
      .meta({ id: 'ErasedCounts', description: 'What this request erased.' }),
    next_cursor: lineOrNull('Send it with the next request. Null after the last part.', null),
  })
  .meta({ id: 'Erasure', description: 'Receipt of the erasure of a person.' });
