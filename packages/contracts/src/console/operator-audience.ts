import { z } from 'zod';
import { erasedCounts } from '../contacts/erasure';
import { count, line, lineOrNull, objectName, time, timeOrNull } from '../fields/fields';
import { listOf, pageQuery } from '../fields/page';
import { sample } from '../fields/sample';
import { addressLine, lineOfText } from '../fields/text';
import { suppressionReasons } from '../statuses/statuses';
import { suppressionResource } from '../suppressions/suppression';

const organization = lineOfText()
  .min(1)
  .max(64)
  .optional()
  .meta({ description: 'Only of the organization with this id or slug.', examples: ['acme'] });
const email = addressLine().min(3).max(320);

export const listOperatorSuppressionsQuery = pageQuery.extend({
  email: email.optional().meta({ description: 'Only entries for this address.', examples: [sample.to] }),
  reason: z.enum(suppressionReasons).optional().meta({ description: 'Only entries with this reason.' }),
});

export const operatorSuppressionList = listOf(suppressionResource);

export const listOperatorImportsQuery = pageQuery.extend({ organization });

const operatorImport = z
  .object({
    object: objectName('operator_import'),
    id: line('Id of the import.', sample.importId),
    organization: line('Slug of the organization.', 'acme'),
    kind: z.enum(['contacts', 'suppressions']).meta({ description: 'What is imported.' }),
    status: z.enum(['receiving', 'queued', 'running', 'finished', 'failed']).meta({
      description:
        'Status of the import. `receiving`: the file is being uploaded, or its upload was interrupted.',
    }),
    bytes: count('Size of the file in bytes.', 82_400),
    bytes_read: count('Number of bytes processed.', 82_400),
    rows_read: count('Number of rows processed, without the header row.', 1_200),
    rows_refused: count('Number of invalid rows.', 3),
    error: lineOrNull('Why the import failed. Null: it did not.', null),
    lease_until: timeOrNull('Until when a gateway has reserved it. Null: none processes it.', null),
    created_at: time('When the file was uploaded.', sample.acceptedAt),
    finished_at: timeOrNull('When processing ended. Null: it did not.', sample.acceptedAt),
  })
  .meta({ id: 'OperatorImport', description: 'An import of any organization.' });
export type OperatorImport = z.infer<typeof operatorImport>;

export const operatorImportList = listOf(operatorImport);

export const findPersonQuery = pageQuery.extend({
  email: email.meta({ description: 'Email address of the person.', examples: [sample.to] }),
  organization,
});

const foundPerson = z
  .object({
    object: objectName('operator_person'),
    organization_id: line('Id of the organization.', sample.organizationId),
    organization: line('Slug of the organization.', 'acme'),
    ...erasedCounts({
      contacts: 'Contacts with the address.',
      signup_requests: 'Signup requests of the address.',
      suppressions: 'Suppressions of the address.',
      emails: 'Emails to the address, without those that may still be sent.',
      open_emails: 'Emails to the address that may still be sent.',
      inbound_emails: 'Emails from the address.',
    }),
  })
  .meta({ id: 'OperatorPerson', description: 'What an organization has about a person.' });
export type OperatorPerson = z.infer<typeof foundPerson>;

export const foundPersonList = listOf(foundPerson);

export const erasePersonRequest = z
  .object({
    email: email.meta({ description: 'Email address of the person.', examples: [sample.to] }),
    cursor: lineOfText()
      .max(200)
      .optional()
      .meta({
        description: '`next_cursor` of the previous part. Default: the first part.',
        examples: ['mail.AZ4bfUyAfSScAloPbA5KEQ5QXQ2pbbxJ'],
      }),
  })
  .meta({
    id: 'ErasePersonRequest',
    description: 'Whom to erase in the organization, and which part.',
    examples: [{ email: sample.to }],
  });
