import { z } from 'zod';
import { emailEventEntry } from './email-webhook';
import { flag, line, objectName } from './fields';
import { queryNumber } from './query-number';
import { sample } from './sample';

/** Where to go on from, and how much: the event stream has no other filter. */
export const listEmailEventsQuery = z.object({
  limit: queryNumber({ min: 1, max: 100, byDefault: 25 }).meta({
    description: 'How many events to answer at most, 1 to 100.',
    examples: [100],
  }),
  after: z
    .string()
    .optional()
    .meta({
      description: 'The `next_cursor` of the answer before; left out: from the oldest event on.',
      examples: [sample.cursor],
    }),
});

export type EmailEventEntry = z.infer<typeof emailEventEntry>;

export const emailEventFeed = z
  .object({
    object: objectName('list'),
    data: z
      .array(emailEventEntry)
      .meta({ description: 'The events, in the order in which they were recorded.' }),
    next_cursor: line('Where to go on from: pass it as `after`, also when nothing came.', sample.cursor),
    has_more: flag('True: more can be read at once. False: come back later.'),
  })
  .meta({ id: 'EmailEventFeed', description: 'Events of emails in order, and where to go on from.' });
