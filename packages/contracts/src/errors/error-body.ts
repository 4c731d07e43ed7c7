import { z } from 'zod';
import { auditActor } from '../audit/audit-entry';
import { line, time } from '../fields/fields';
import type { AppError } from './app-error';
import { errorCatalogue, type ErrorCode } from './error-catalogue';

const codes = Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]];

const errorCode = z.enum(codes).meta({
  id: 'ErrorCode',
  description: 'Error codes of this version. Later versions may add codes, but never change or remove one.',
});

const invalidField = z
  .object({
    path: line('Path of the field. For a query parameter or a header, its name.', 'to[0]'),
    message: line('What is wrong with it.', 'not an email address'),
  })
  .meta({ id: 'InvalidField', description: 'An invalid field.' });

export const errorDetail = z
  .object({
    code: z.union([errorCode, z.string()]).meta({
      description: 'Stable error code for programs. Handle unknown codes by their HTTP status.',
      examples: ['validation_error'],
    }),
    message: line(
      'Error message for people. The wording may change. For a `validation_error`, it names each invalid field.',
      'to[0]: not an email address; subject: required',
    ),
    fields: z
      .array(invalidField)
      .optional()
      .meta({
        description:
          'The invalid fields, at most 20. Always present for a `validation_error`; empty if the request is invalid as a whole.',
        examples: [
          [
            { path: 'to[0]', message: 'not an email address' },
            { path: 'subject', message: 'required' },
          ],
        ],
      }),
    changed_at: time('When the object was last changed. Only for a `version_conflict`.').optional(),
    changed_by: auditActor
      .optional()
      .meta({ description: 'Who changed the object last. Only for a `version_conflict`.' }),
  })
  .meta({ id: 'ErrorDetail', description: 'An error.' });

/** Of batches. */
export const refusedItem = z
  .object({ error: errorDetail.meta({ description: 'Why the item was refused.' }) })
  .meta({ id: 'RefusedItem', description: 'A refused item. The other items are not affected.' });

/** Body of every answer that is not 2xx. */
export const errorBody = z
  .object({ error: errorDetail.meta({ description: 'The error.' }) })
  .meta({ id: 'Error', description: 'Body of every response whose status is not 2xx.' });
export type ErrorBody = z.infer<typeof errorBody>;

export function errorDetailOf({ code, message, fields, lastChange }: AppError): ErrorBody['error'] {
  return { code, message, ...(fields && { fields: [...fields] }), ...lastChange };
}
