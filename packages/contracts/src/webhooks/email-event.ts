import { z } from 'zod';
import { emailEventTypes } from '../events/events';
import { flag, line, objectName } from '../fields/fields';
import { optionalQueryNumber, queryNumber } from '../fields/query-number';
import { sample } from '../fields/sample';
import { timestamp } from '../fields/text';
import { modes } from '../statuses/statuses';
import { emailEventEntry } from './email-webhook';

/** Where to begin or to go on from, how much, and which. */
export const listEmailEventsQuery = z
  .object({
    limit: queryNumber({ min: 1, max: 100, byDefault: 25 }).meta({
      description: 'Maximum number of events to return, 1 to 100.',
      examples: [100],
    }),
    after: z
      .string()
      .optional()
      .meta({
        description:
          '`next_cursor` of the previous response, with the same filters. Default: start at `since`, or with the oldest event.',
        examples: [sample.cursor],
      }),
    since: z
      .union([z.literal('now'), timestamp()], { error: 'must be now, or an ISO 8601 time with a UTC offset' })
      .optional()
      .meta({
        description:
          'Where to start: `now`, or a time. Only events recorded at or after it. For the first request only: it cannot be combined with `after`.',
        examples: ['now'],
      }),
    type: z.enum(emailEventTypes).optional().meta({ description: 'Only events of this type.' }),
    mode: z.enum(modes).optional().meta({ description: 'Only events of live or only of test emails.' }),
    email_id: z
      .guid('must be an id')
      .optional()
      .meta({ description: 'Only events of this email: its id.', examples: [sample.emailId] }),
    recent: z
      .string()
      .optional()
      .meta({
        description:
          'Also return events of the last seconds, as `recent`, before their order is final. Pass `start` in the first request, then `recent_cursor` of the previous response.',
        examples: ['start'],
      }),
    wait: optionalQueryNumber({ min: 1, max: 60 }).meta({
      description:
        'Seconds to wait, 1 to 60, for an event if there is none yet. The response comes within a second of a new event if `recent` is passed. Default: do not wait.',
      examples: [30],
    }),
  })
  .refine(({ after, since }) => after === undefined || since === undefined, {
    path: ['since'],
    message: 'cannot be combined with after',
  });
export type ListEmailEventsQuery = z.infer<typeof listEmailEventsQuery>;

export type EmailEventEntry = z.infer<typeof emailEventEntry>;

export const emailEventFeed = z
  .object({
    object: objectName('list'),
    data: z.array(emailEventEntry).meta({ description: 'Events in the order in which they were recorded.' }),
    next_cursor: line(
      'Cursor for the next request. Pass it as `after`, even if `data` is empty.',
      sample.cursor,
    ),
    has_more: flag(
      'True if the next request may find more events now. A page can be empty and not be the last.',
    ),
    recent: z.array(emailEventEntry).optional().meta({
      description:
        'Events that were recorded after those of `data`, if `recent` was passed. A later response returns each of them again in `data`, when their order is final: skip the ids that you have handled.',
    }),
    recent_cursor: line(
      'Where the next request continues with recent events. Pass it as `recent`.',
      sample.cursor,
    ).optional(),
  })
  .meta({ id: 'EmailEventFeed', description: 'A page of email events.' });
