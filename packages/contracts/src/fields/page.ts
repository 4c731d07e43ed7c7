import { z } from 'zod';
import { line, objectName } from './fields';
import { queryNumber } from './query-number';
import { sample } from './sample';
import { timestamp } from './text';

/** `limit` and `cursor` of every list endpoint. */
export const pageQuery = z.object({
  limit: queryNumber({ min: 1, max: 100, byDefault: 25 }).meta({
    description: 'Maximum number of items to return, 1 to 100.',
    examples: [25],
  }),
  /** Any text: what was not issued as a cursor answers `invalid_cursor`, not `validation_error`. */
  cursor: z
    .string()
    .optional()
    .meta({
      description:
        '`next_cursor` of the previous page, with the same filters. Default: the first page. A cursor is only valid for the list and organization that it was issued for.',
      examples: [sample.cursor],
    }),
});

/** Ends of a stretch of time that a list is cut to, both of them included. */
export function sinceUntil(what: string) {
  return {
    since: timestamp()
      .optional()
      .meta({ description: `Only items ${what} at or after this time.`, examples: [sample.createdAt] }),
    until: timestamp()
      .optional()
      .meta({ description: `Only items ${what} at or before this time.`, examples: [sample.laterAt] }),
  };
}

/** `{object: 'list', data, next_cursor?}` of the given item. */
export function listOf<T extends z.ZodType>(
  item: T,
): z.ZodObject<{
  object: z.ZodLiteral<'list'>;
  data: z.ZodArray<T>;
  next_cursor: z.ZodOptional<z.ZodString>;
}> {
  return z.object({
    object: objectName('list'),
    data: z.array(item).meta({ description: 'Items of this page.' }),
    next_cursor: line(
      'Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items than `limit` and not be the last.',
      sample.cursor,
    ).optional(),
  });
}
