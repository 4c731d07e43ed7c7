import { z } from 'zod';
import { errorCatalogue, type ErrorCode } from '../error-catalogue';
import { line } from './fields';

const codes = Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]];

const errorCode = z.enum(codes).meta({
  id: 'ErrorCode',
  description: 'Every code of this version. Later versions add more; none changes its meaning or goes away.',
});

export const errorDetail = z
  .object({
    code: z.union([errorCode, z.string()]).meta({
      description:
        'What went wrong, for programs: branch on it. It never changes for the same fault; treat a code that you do not know by the HTTP status.',
      examples: ['validation_error'],
    }),
    message: line(
      'What went wrong, for people: log it, show it to developers. The wording may change. Of a `validation_error` it names each field that is wrong.',
      'to[0]: not an email address; subject: required',
    ),
  })
  .meta({ id: 'ErrorDetail', description: 'What went wrong.' });

/** Of batches. */
export const refusedItem = z
  .object({ error: errorDetail.meta({ description: 'Why this item was refused.' }) })
  .meta({ id: 'RefusedItem', description: 'An item that was refused; it stops no other.' });

/** Body of every answer that is not 2xx. */
export const errorBody = z
  .object({ error: errorDetail.meta({ description: 'What went wrong.' }) })
  .meta({ id: 'Error', description: 'The body of every answer that is not 2xx.' });
export type ErrorBody = z.infer<typeof errorBody>;
