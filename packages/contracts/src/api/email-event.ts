import { z } from 'zod';
import { emailWebhook } from './email-webhook';
import { queryNumber } from './query-number';

/** Where to go on from, and how much: the feed has no other filter. */
export const listEmailEventsQuery = z.object({
  limit: queryNumber({ min: 1, max: 100, byDefault: 25 }),
  after: z.string().optional().describe('The `next_cursor` of the answer before; left out: the oldest event'),
});

/** An event as its webhook says it, with the id that makes it the same event whenever it is read. */
const emailEventEntry = emailWebhook
  .extend({ object: z.literal('email_event'), id: z.string() })
  .meta({ id: 'EmailEventEntry' });
export type EmailEventEntry = z.infer<typeof emailEventEntry>;

export const emailEventFeed = z
  .object({
    object: z.literal('list'),
    data: z.array(emailEventEntry),
    next_cursor: z.string().describe('Pass it as `after`, also when nothing came'),
    has_more: z.boolean().describe('More can be read at once'),
  })
  .meta({ id: 'EmailEventFeed' });
