import { z } from 'zod';
import { suppressionReasons } from '../statuses';
import { contactImportFormats, importProgress } from './contact-list';
import { pageQuery } from './email';
import { count, createdAt, line, objectName, time } from './fields';
import { sample } from './sample';
import { lineOfText, timestamp } from './text';

const address = lineOfText().min(1, 'required').max(320);
const domain = lineOfText().min(1, 'required').max(253);
const reason = z.enum(suppressionReasons);

/** An address that gets no mail; what the reason stops, and where, `docs/suppressions.md` says. */
export const suppressionResource = z
  .object({
    object: objectName('suppression'),
    id: line('Id of the entry.', sample.suppressionId),
    email: line(
      'The address in lower case, its domain as A-labels; of a contact that was deleted, `sha256:` and a digest.',
      'bounced@example.com',
    ),
    reason: reason.meta({
      examples: ['hard_bounce'],
      description:
        'Why: the recipient complained, the address is wrong, it was found to be unusable, somebody added it, or the recipient unsubscribed, which stops bulk mail only.',
    }),
    scope: z.enum(['organization', 'domain']).meta({
      description: 'What it stops: mail of the whole organization, or of one sending domain.',
    }),
    domain: line('Of scope `domain`: the sending domain.', sample.domain).optional(),
    source_email_id: line('The email that it came from; absent: none.', sample.emailId).optional(),
    created_at: createdAt('it was added'),
    expires_at: time('When it ends by itself; absent: never.', sample.laterAt).optional(),
  })
  .meta({ id: 'Suppression', description: 'An address that gets no mail.' });
export type SuppressionResource = z.infer<typeof suppressionResource>;

const filters = z.object({
  email: address
    .optional()
    .meta({ description: 'Only entries of this address.', examples: ['bounced@example.com'] }),
  reason: reason.optional().meta({ description: 'Only entries of this reason.' }),
  domain: domain.optional().meta({
    description: 'Name of a sending domain: only its own entries.',
    examples: [sample.domain],
  }),
});

export const listSuppressionsQuery = pageQuery.extend(filters.shape);
export const exportSuppressionsQuery = filters;
export type SuppressionFilters = z.infer<typeof filters>;

export const createSuppressionRequest = z
  .object({
    email: address.meta({
      description: 'The address; capitals do not matter.',
      examples: ['ada@example.com'],
    }),
    domain: domain.optional().meta({
      description:
        'Only mail of this sending domain is stopped; left out: that of the whole organization. A domain-restricted key has to name one.',
      examples: [sample.domain],
    }),
    expires_at: timestamp()
      .nullable()
      .optional()
      .meta({
        description: 'When it ends by itself; null or left out: never.',
        examples: ['2027-05-04T00:00:00Z'],
      }),
  })
  .meta({
    id: 'CreateSuppressionRequest',
    description: 'An address that is to get no mail.',
    examples: [{ email: 'ada@example.com' }],
  });

export const importSuppressionsQuery = z.object({
  domain: domain.optional().meta({
    description: 'Only mail of this sending domain is stopped; left out: that of the whole organization.',
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
    format: z.enum(suppressionImportFormats).meta({ description: 'Whose export it is, by its header row.' }),
    domain: line('Scope of all rows; absent: the whole organization.', sample.domain).optional(),
    rows_added: count('Entries that were added, or got a stronger reason.', 1_100),
    rows_unchanged: count('Entries that were there already, as strong or stronger.', 97),
    rows_refused: count('Rows that were not taken: `GET /suppressions/imports/{id}/refused` lists why.', 3),
  })
  .meta({ id: 'SuppressionImport', description: 'A file of suppressed addresses, and how far it is read.' });
export type SuppressionImportResource = z.infer<typeof suppressionImportResource>;
