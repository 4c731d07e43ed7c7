import { z } from 'zod';
import { domainStatuses, domainStreams } from '../statuses';
import { lineOfText } from './text';

const label = lineOfText()
  .toLowerCase()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, 'must be one label: letters, digits and inner hyphens');

/** A domain that failed no longer holds its name: another organization may register it. */
export const domainFailures = ['not_verified', 'records_lost', 'claimed_by_another'] as const;
export type DomainFailure = (typeof domainFailures)[number];

export const createDomainRequest = z
  .object({
    name: lineOfText().min(1, 'required').max(253),
    stream: z.enum(domainStreams).default('transactional'),
    dns_mode: z.enum(['manual', 'cloudflare']).default('manual'),
    return_path: label.default('bounce'),
    tracking_host: label.default('links'),
    reply_host: label.default('reply'),
  })
  .refine(
    ({ return_path, tracking_host, reply_host }) =>
      new Set([return_path, tracking_host, reply_host]).size === 3,
    {
      path: ['tracking_host'],
      message: 'must differ from return_path and reply_host, and these from each other',
    },
  )
  .meta({ id: 'CreateDomainRequest' });
export type CreateDomainRequest = z.infer<typeof createDomainRequest>;

export const domainRecord = z
  .object({
    record: z.enum(['DKIM', 'SPF', 'MX', 'DMARC', 'TRACKING', 'REPLY']),
    type: z.enum(['TXT', 'MX', 'CNAME']),
    name: z.string(),
    /** What to publish. */
    value: z.string(),
    ttl: z.number().int(),
    priority: z.number().int().optional(),
    /** Without it the domain does not count as verified. */
    required: z.boolean(),
    status: z.enum(['pending', 'verified', 'missing', 'mismatch']),
    /** What the last verification run resolved. */
    observed: z.array(z.string()),
    /** Names the mistake. */
    error: z.string().optional(),
    hint: z.string().optional().describe('Of a record that will do: what it could do beside that'),
  })
  .meta({ id: 'DomainRecord' });
export type DomainRecord = z.infer<typeof domainRecord>;

export const domainResource = z
  .object({
    object: z.literal('domain'),
    id: z.string(),
    name: z.string(),
    status: z.enum(domainStatuses),
    failed_reason: z
      .enum(domainFailures)
      .nullable()
      .describe(
        'Why it failed: its records were not found in 72 hours, were missing for 72 hours, or another organization has proved that the name is its own',
      ),
    stream: z.enum(domainStreams),
    dns_mode: z.enum(['manual', 'cloudflare']),
    created_at: z.string(),
    verified_at: z.string().nullable(),
    last_checked_at: z.string().nullable(),
    return_path: z.string(),
    tracking_host: z.string(),
    reply_address: z.string(),
    dkim: z.object({ selector: z.string() }),
    records: z.array(domainRecord),
  })
  .meta({ id: 'Domain' });
export type DomainResource = z.infer<typeof domainResource>;
