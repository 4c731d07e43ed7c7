import { z } from 'zod';

/** Body of every answer that is not 2xx. */
export const errorBody = z
  .object({ error: z.object({ code: z.string(), message: z.string() }) })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof errorBody>;
