import { z } from 'zod';
import { line, lineOrNull, objectName, time, timeOrNull } from '../fields/fields';
import { pageQuery, sinceUntil } from '../fields/page';
import { sample } from '../fields/sample';
import { lineOfText } from '../fields/text';
import { isRange, rangeFault } from '../fields/time-range';

export const auditActorTypes = ['key', 'user', 'operator', 'system'] as const;
export type AuditActorType = (typeof auditActorTypes)[number];

export const listAuditLogQuery = pageQuery
  .extend({
    action: lineOfText()
      .min(1)
      .max(64)
      .optional()
      .meta({ description: 'Only entries with this action.', examples: ['api_key.create'] }),
    actor: lineOfText()
      .min(1)
      .max(64)
      .optional()
      .meta({
        description: 'Only entries by this actor: the id of a key or user, or an actor type.',
        examples: ['key'],
      }),
    target: lineOfText()
      .min(1)
      .max(256)
      .optional()
      .meta({
        description: 'Only entries about this target: the id of an object, or an object type.',
        examples: [sample.keyId],
      }),
    ...sinceUntil('created'),
  })
  .refine(isRange, rangeFault);

const values = (description: string, example: Record<string, unknown> | null) =>
  z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description, examples: [example] });

export const auditActor = z
  .object({
    type: z.enum(auditActorTypes).meta({
      description:
        '`key`: an API key. `user`: a user of the console. `operator`: the operator of the platform. `system`: the platform itself.',
    }),
    id: lineOrNull('Id of the key or user. Null for other actors.', sample.keyId),
    name: lineOrNull('Name of the key or user at that time. Null for other actors.', 'Shop backend'),
  })
  .meta({ id: 'AuditActor', description: 'Who made the change.' });

/** A change of the organization, who made it, and what it looked like before and after. */
export const auditEntryResource = z
  .object({
    object: objectName('audit_entry'),
    id: line('Id of the entry.', sample.auditEntryId),
    action: line('Action, as object type and verb.', 'api_key.create'),
    actor: auditActor,
    target: z
      .object({
        type: line('Type of the object.', 'api_key'),
        id: lineOrNull('Id of the object. Null if it has none.', sample.keyId),
        name: lineOrNull(
          'Its present name, or its email address or URL. Null if it has none or no longer exists.',
          'Shop backend',
        ),
      })
      .meta({ id: 'AuditTarget', description: 'The object that was changed.' }),
    before: values('Previous values of the changed fields. Null for a new object.', null),
    after: values(
      'New values of the changed fields, without secrets. For a deleted object, the reason that was given, or null.',
      {
        name: 'Shop backend',
        permission: 'SEND',
      },
    ),
    request_id: lineOrNull(
      '`X-Request-Id` of the API request. Null if the change was not made through the API.',
      sample.requestId,
    ),
    created_at: time('When the change was made.'),
    last_changed_at: timeOrNull(
      'When the last change was made, if the entry stands for several: changes by one actor with `If-Match` at most ten minutes apart, for up to an hour. Null if it stands for one.',
      null,
    ),
  })
  .meta({ id: 'AuditEntry', description: 'A change to the organization, and who made it.' });
export type AuditEntryResource = z.infer<typeof auditEntryResource>;
