import { z } from 'zod';
import { emailEventEntry } from './email-webhook';
import { flag, line, objectName } from './fields';
import { queryNumber } from './query-number';
import { sample } from './sample';

/** Where to go on from, and how much: the event stream has no other filter. */
export const listEmailEventsQuery = z.object({
  limit: queryNumber({ min: 1, max: 100, byDefault: 25 }).meta({
    description: 'Maximum number of events to return, 1 to 100.',
    examples: [100],
  }),
  after: z
    .string()
    .optional()
    .meta({
      description: '`next_cursor` of the previous response. Default: start with the oldest event.',
      examples: [sample.cursor],
    }),
});

export type EmailEventEntry = z.infer<typeof emailEventEntry>;

export const emailEventFeed = z
  .object({
    object: objectName('list'),
    data: z.array(emailEventEntry).meta({ description: 'Events in the order in which they were recorded.' }),
    next_cursor: line(
      'Cursor for the next request. Pass it as `after`, even if `data` is empty.',
      sample.cursor,
    ),
    has_more: flag('True if more events are available now.'),
  })
  .meta({ id: 'EmailEventFeed', description: 'A page of email events.' });
