import { z } from 'zod';
import { pageQuery } from './email';
import { lineOfText, timestamp } from './text';
import { isRange, rangeFault } from './time-range';

export const auditActorTypes = ['key', 'user', 'operator', 'system'] as const;
export type AuditActorType = (typeof auditActorTypes)[number];

export const listAuditLogQuery = pageQuery
  .extend({
    action: lineOfText().min(1).max(64).optional(),
    actor: lineOfText()
      .min(1)
      .max(64)
      .optional()
      .meta({ description: 'Id of a key or user, or an actor type' }),
    target: lineOfText().min(1).max(256).optional().meta({ description: 'Id of an object, or its type' }),
    since: timestamp().optional(),
    until: timestamp().optional(),
  })
  .refine(isRange, rangeFault);

/** A change of the organization, who made it, and what it looked like before and after. */
export const auditEntryResource = z
  .object({
    object: z.literal('audit_entry'),
    id: z.string(),
    action: z.string().describe('For example `api_key.create`'),
    actor: z.object({
      type: z.enum(auditActorTypes),
      id: z.string().nullable(),
      name: z.string().nullable().describe('At that time'),
    }),
    target: z.object({ type: z.string(), id: z.string().nullable() }),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
    request_id: z.string().nullable(),
    created_at: z.string(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntryResource = z.infer<typeof auditEntryResource>;
