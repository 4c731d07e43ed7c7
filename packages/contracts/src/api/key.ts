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
