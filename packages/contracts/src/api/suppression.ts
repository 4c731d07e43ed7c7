import { z } from 'zod';
import { suppressionReasons } from '../statuses';
import { pageQuery } from './email';
import { lineOfText, timestamp } from './text';

const address = lineOfText().min(1, 'required').max(320);
const domain = lineOfText().min(1, 'required').max(253);

/** An address that gets no mail; what the reason stops, and where, `docs/suppressions.md` says. */
export const suppressionResource = z
  .object({
    object: z.literal('suppression'),
    id: z.string(),
    email: z
      .string()
      .describe('Lower case, the domain as A-labels; of a deleted contact `sha256:` and a digest'),
    reason: z.enum(suppressionReasons),
    scope: z.enum(['organization', 'domain']),
    domain: z.string().optional().describe('Of scope `domain`: the sending domain'),
    source_email_id: z.string().optional().describe('The email that it came from'),
    created_at: z.string(),
    expires_at: z.string().optional(),
  })
  .meta({ id: 'Suppression' });
export type SuppressionResource = z.infer<typeof suppressionResource>;

const filters = z.object({
  email: address.optional(),
  reason: z.enum(suppressionReasons).optional(),
  domain: domain.optional().meta({ description: 'Name of a sending domain: its own entries alone' }),
});

export const listSuppressionsQuery = pageQuery.extend(filters.shape);
export const exportSuppressionsQuery = filters;
export type SuppressionFilters = z.infer<typeof filters>;

export const createSuppressionRequest = z
  .object({
    email: address,
    domain: domain.optional().meta({ description: 'Left out: the whole organization' }),
    expires_at: timestamp().nullable().optional(),
  })
  .meta({ id: 'CreateSuppressionRequest' });

export const importSuppressionsQuery = z.object({
  domain: domain.optional().meta({ description: 'Scope of all rows; left out: the whole organization' }),
});

export const suppressionImportFormats = [
  'postmark',
  'ses',
  'sendgrid',
  'mailgun',
  'resend',
  'plain',
] as const;
export type SuppressionImportFormat = (typeof suppressionImportFormats)[number];

export const suppressionImportResource = z
  .object({
    object: z.literal('suppression_import'),
    id: z.string(),
    status: z.enum(['queued', 'running', 'finished', 'failed']),
    format: z.enum(suppressionImportFormats).describe('Whose export it is, by its header row'),
    domain: z.string().optional().describe('Scope of all rows; absent: the whole organization'),
    bytes: z.int(),
    bytes_read: z.int().describe('How far it has come'),
    rows_read: z.int().describe('Without the header row'),
    rows_added: z.int().describe('Entries that were added, or got a stronger reason'),
    rows_unchanged: z.int().describe('There already, as strong or stronger'),
    rows_refused: z.int().describe('`GET /suppressions/imports/{id}/refused` tells why'),
    error: z.string().optional().describe('Why it failed as a whole; what was read before stays'),
    created_at: z.string(),
    started_at: z.string().optional(),
    finished_at: z.string().optional(),
  })
  .meta({ id: 'SuppressionImport' });
export type SuppressionImportResource = z.infer<typeof suppressionImportResource>;
