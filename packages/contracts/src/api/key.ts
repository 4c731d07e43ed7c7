import { z } from 'zod';
import { modes, permissions } from '../statuses';
import { list } from './list';
import { lineOfText, timestamp } from './text';

/** A permission as requests give it: in any case. */
export const requestedPermission = z.string().toUpperCase().pipe(z.enum(permissions));

const domainName = lineOfText().min(1, 'required').max(253);

/** Without `domains` or `domain` the key may use every domain of the organization. */
export const createKeyRequest = z
  .object({
    name: lineOfText().trim().min(1, 'required').max(120),
    permission: requestedPermission.meta({ description: '`send` or `full`, in any case' }),
    mode: z.enum(modes).default('test'),
    domains: list(domainName, 100)
      .refine((domains) => domains.length > 0, 'name a domain, or leave it out')
      .meta({ minItems: 1 })
      .optional()
      .meta({ description: 'Names or ids of the only domains that the key may use' }),
    domain: domainName.optional().meta({ description: 'The same for one domain' }),
    expires_at: timestamp().optional(),
    rate_limit: z
      .int()
      .min(1)
      .max(10_000)
      .optional()
      .meta({ description: 'Requests a second; by default 10' }),
  })
  .refine(({ domain, domains }) => domain === undefined || domains === undefined, {
    path: ['domain'],
    message: 'give either domain or domains',
  })
  .meta({ id: 'CreateApiKeyRequest' });
export type CreateKeyRequest = z.infer<typeof createKeyRequest>;

/** `GET /keys/me`. */
export const keyIdentity = z
  .object({
    object: z.literal('api_key'),
    id: z.string(),
    name: z.string(),
    mode: z.enum(modes),
    permission: z.enum(permissions),
    domains: z.array(z.string()),
  })
  .meta({ id: 'KeyIdentity' });
export type KeyIdentity = z.infer<typeof keyIdentity>;

/** A key or secret that was replaced goes on for a day: time to bring the new one everywhere. */
export const rotationGraceMs = 24 * 3_600_000;

const keyStatuses = ['active', 'rotated', 'revoked', 'expired'] as const;
export type KeyStatus = (typeof keyStatuses)[number];

/** A key as management sees it. */
export const keyResource = z
  .object({
    object: z.literal('api_key'),
    id: z.string(),
    name: z.string(),
    permission: z.enum(permissions),
    mode: z.enum(modes),
    domains: z.array(z.string()).describe('The only domains it may use; empty: every one'),
    prefix: z.string().describe('First 12 characters of the token'),
    status: z.enum(keyStatuses),
    rate_limit: z.int().nullable().describe('Requests a second; null: the default, 0: no cap'),
    replaced_by: z.string().nullable().describe('The key that a rotation put in its place'),
    created_at: z.string(),
    expires_at: z.string().nullable(),
    last_used_at: z.string().nullable(),
  })
  .meta({ id: 'ApiKey' });
export type KeyResource = z.infer<typeof keyResource>;

/** The answer to a create: the only time the token is shown. */
export const createdKeyResource = keyResource.extend({ token: z.string() }).meta({ id: 'CreatedApiKey' });
export type CreatedKeyResource = z.infer<typeof createdKeyResource>;
