import { z } from 'zod';
import { contactImportFormats, importFilename, importProgress } from '../contacts/contact-list';
import { count, createdAt, flag, line, objectName, time } from '../fields/fields';
import { pageQuery } from '../fields/page';
import { sample } from '../fields/sample';
import { addressLine, lineOfText, timestamp } from '../fields/text';
import { suppressionReasons } from '../statuses/statuses';

const address = addressLine().min(1, 'required').max(320);
const domain = lineOfText().min(1, 'required').max(253);
const reason = z.enum(suppressionReasons);

/** An address that gets no mail; what the reason stops, and where, `docs/suppressions.md` says. */
export const suppressionResource = z
  .object({
    object: objectName('suppression'),
    id: line('Id of the entry.', sample.suppressionId),
    email: line(
      'Address in lowercase with an ASCII domain. For a deleted contact, `sha256:` and a hash.',
      'bounced@example.com',
    ),
    reason: reason.meta({
      examples: ['hard_bounce'],
      description:
        'Why the address is suppressed. `complaint`: marked as spam. `hard_bounce`: invalid. `validation`: found unusable. `manual`: added by you. `unsubscribe`: unsubscribed, which stops only bulk email.',
    }),
    scope: z.enum(['organization', 'domain']).meta({
      description: '`organization`: all email of the organization. `domain`: email of one sending domain.',
    }),
    domain: line('Sending domain. Only with the scope `domain`.', sample.domain).optional(),
    source_email_id: line(
      'Id of the email that caused the entry. Absent if there is none.',
      sample.emailId,
    ).optional(),
    created_at: createdAt('it was created'),
    expires_at: time('When the entry expires. Absent if it does not.', sample.laterAt).optional(),
  })
  .meta({ id: 'Suppression', description: 'An address that gets no email.' });
export type SuppressionResource = z.infer<typeof suppressionResource>;

/** Entries of one reason that are counted. */
export const suppressionsCountedMax = 10_000;

export const suppressionCounts = z
  .object({
    object: objectName('suppression_counts'),
    reasons: z
      .array(
        z
          .object({
            reason: reason.meta({ description: 'Reason of the entries.' }),
            count: count(`Number of entries in force, up to ${suppressionsCountedMax}.`, 42),
            truncated: flag(
              `Whether there are more than ${suppressionsCountedMax} entries, and not all were counted.`,
            ),
          })
          .meta({ id: 'SuppressionReasonCount', description: 'Number of entries with a reason.' }),
      )
      .meta({ description: 'One item for each reason.' }),
  })
  .meta({ id: 'SuppressionCounts', description: 'Number of suppressed addresses by reason.' });
export type SuppressionCounts = z.infer<typeof suppressionCounts>;

const filters = z.object({
  email: address
    .optional()
    .meta({ description: 'Only entries for this address.', examples: ['bounced@example.com'] }),
  reason: reason.optional().meta({ description: 'Only entries with this reason.' }),
  domain: domain.optional().meta({
    description: 'Name of a sending domain. Only entries of this domain.',
    examples: [sample.domain],
  }),
});

export const listSuppressionsQuery = pageQuery.extend(filters.shape);
export const exportSuppressionsQuery = filters;

export const deleteSuppressionQuery = z.object({
  reason: lineOfText()
    .min(1)
    .max(200)
    .optional()
    .meta({
      description: 'Why the entry is deleted, up to 200 characters. Stored in the audit log.',
      examples: ['The recipient asked for email again'],
    }),
});

export const createSuppressionRequest = z
  .object({
    email: address.meta({
      description: 'Address to suppress. Case-insensitive.',
      examples: ['ada@example.com'],
    }),
    domain: domain.optional().meta({
      description:
        'Sending domain to which the entry is limited. Default: the whole organization. Required for a key that is restricted to domains.',
      examples: [sample.domain],
    }),
    expires_at: timestamp()
      .nullable()
      .optional()
      .meta({
        description: 'When the entry expires. Default: never.',
        examples: ['2027-05-04T00:00:00Z'],
      }),
  })
  .meta({
    id: 'CreateSuppressionRequest',
    description: 'An address to suppress.',
    examples: [{ email: 'ada@example.com' }],
  });

export const importSuppressionsQuery = z.object({
  filename: importFilename,
  domain: domain.optional().meta({
    description: 'Sending domain to which the entries are limited. Default: the whole organization.',
    examples: [sample.domain],
  }),
});

export const suppressionImportFormats = [
  ...['postmark', 'ses', 'sendgrid', 'mailgun'],
  ...contactImportFormats,
] as const;
export type SuppressionImportFormat = (typeof suppressionImportFormats)[number];

export const suppressionImportResource = z
  .object({
    object: objectName('suppression_import'),
    ...importProgress,
    format: z
      .enum(suppressionImportFormats)
      .meta({ description: 'Format of the file, detected from its header row.' }),
    domain: line(
      'Sending domain to which the entries are limited. Absent: the whole organization.',
      sample.domain,
    ).optional(),
    rows_added: count('Number of entries added or changed to a stronger reason.', 1_100),
    rows_unchanged: count('Number of entries that existed with the same or a stronger reason.', 97),
    rows_refused: count(
      'Number of invalid rows. `GET /suppressions/imports/{id}/refused` lists them with the reason.',
      3,
    ),
  })
  .meta({ id: 'SuppressionImport', description: 'An import of suppressed addresses.' });
export type SuppressionImportResource = z.infer<typeof suppressionImportResource>;
