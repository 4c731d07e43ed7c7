import { z } from 'zod';

/** `GET /usage`. */
export const usageResource = z
  .object({
    object: z.literal('usage'),
    plan: z.string(),
    emails: z.object({
      monthly: z.object({
        used: z.int(),
        limit: z.int().nullable(),
        allowance: z.int().nullable(),
        overage: z.boolean(),
        resets_at: z.string(),
      }),
      daily: z.object({ used: z.int(), limit: z.int().nullable(), resets_at: z.string() }),
    }),
    contacts: z.object({ used: z.int(), limit: z.int().nullable() }),
    rate_limit: z.object({ limit: z.int().nullable(), duration: z.string() }),
  })
  .meta({ id: 'Usage' });
export type UsageResource = z.infer<typeof usageResource>;
