import { z } from 'zod';
import { errorCatalogue, type ErrorCode } from '../error-catalogue';
import { line } from './fields';

const codes = Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]];

const errorCode = z.enum(codes).meta({
  id: 'ErrorCode',
  description: 'Error codes of this version. Later versions may add codes, but never change or remove one.',
});

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
