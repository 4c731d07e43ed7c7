import { z } from 'zod';
import { pageQuery, sinceUntil } from './email';
import { line, lineOrNull, objectName, time } from './fields';
import { sample } from './sample';
import { lineOfText } from './text';
import { isRange, rangeFault } from './time-range';

export const auditActorTypes = ['key', 'user', 'operator', 'system'] as const;
export type AuditActorType = (typeof auditActorTypes)[number];

export const listAuditLogQuery = pageQuery
  .extend({
    action: lineOfText()
      .min(1)
      .max(64)
      .optional()
      .meta({ description: 'Only this action.', examples: ['api_key.create'] }),
    actor: lineOfText()
      .min(1)
      .max(64)
      .optional()
      .meta({
        description: 'Only what this key or user (its id), or this type of actor did.',
        examples: ['key'],
      }),
    target: lineOfText()
      .min(1)
      .max(256)
      .optional()
      .meta({
        description: 'Only what was done to this object (its id), or to this type.',
        examples: [sample.keyId],
      }),
    ...sinceUntil('was done'),
  })
  .refine(isRange, rangeFault);

const values = (description: string, example: Record<string, unknown> | null) =>
  z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description, examples: [example] });

/** A change of the organization, who made it, and what it looked like before and after. */
export const auditEntryResource = z
  .object({
    object: objectName('audit_entry'),
    id: line('Id of the entry.', sample.auditEntryId),
    action: line('What was done: the type of the object and a verb.', 'api_key.create'),
    actor: z
      .object({
        type: z.enum(auditActorTypes).meta({
          description:
            'An API `key`, a `user` of the console, an `operator` of the platform, or the `system` itself.',
        }),
        id: lineOrNull('Id of the key or user; null: it has none.', sample.keyId),
        name: lineOrNull('Its name at that time; null: it has none.', 'Shop backend'),
      })
      .meta({ id: 'AuditActor', description: 'Who did it.' }),
    target: z
      .object({
        type: line('Type of the object.', 'api_key'),
        id: lineOrNull('Id of the object; null: it has none.', sample.keyId),
      })
      .meta({ id: 'AuditTarget', description: 'What it was done to.' }),
    before: values('The values that changed, as they were; null: the object is new.', null),
    after: values('The values that changed, as they are now; null: the object is gone. Never a secret.', {
      name: 'Shop backend',
      permission: 'SEND',
    }),
    request_id: lineOrNull('`X-Request-Id` of the call; null: it was none.', sample.requestId),
    created_at: time('When it was done.'),
  })
  .meta({ id: 'AuditEntry', description: 'A change of the organization, and who made it.' });
export type AuditEntryResource = z.infer<typeof auditEntryResource>;
