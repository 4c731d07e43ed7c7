import { z } from 'zod';
import { modes, permissions } from '../statuses';

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

export const keyStatuses = ['active', 'rotated', 'revoked', 'expired'] as const;
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
    created_at: z.string(),
    expires_at: z.string().nullable(),
    last_used_at: z.string().nullable(),
  })
  .meta({ id: 'ApiKey' });
export type KeyResource = z.infer<typeof keyResource>;

/** The answer to a create: the only time the token is shown. */
export const createdKeyResource = keyResource.extend({ token: z.string() }).meta({ id: 'CreatedApiKey' });
export type CreatedKeyResource = z.infer<typeof createdKeyResource>;
