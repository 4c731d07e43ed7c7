import { z } from 'zod';
import { count, flag, line, objectName, timeOrNull } from '../fields/fields';
import { sample } from '../fields/sample';
import { lineOfText } from '../fields/text';
import { queueCatalogue, type QueueName } from '../queues/queue-catalogue';
import { queueDepth } from './operator-health';

const queue = z.enum(Object.keys(queueCatalogue) as [QueueName, ...QueueName[]]);

/** Dead letters of an answer. */
export const deadLettersShownMax = 50;
/** As many as a queue keeps. */
const deadLettersMax = 100_000;

export const listDeadLettersQuery = z.object({
  queue: queue.optional().meta({
    description: 'Queue whose dead letters are returned. Default: only counts.',
    examples: ['send.bulk'],
  }),
});

const namedIds = z
  .object({
    name: line('Name of the field in the job.', 'message_id'),
    ids: z.array(z.string()).meta({ description: 'The first three ids.', examples: [[sample.emailId]] }),
    more: count('Number of further ids.', 0),
  })
  .meta({ id: 'DeadLetterIds', description: 'Ids that a job names in fields of one name.' });

const deadLetter = z
  .object({
    reason: line('Why it was dead-lettered.', 'the handler failed', 'delivery_limit'),
    at: timeOrNull('When it was dead-lettered. Null: the broker did it, and does not say when.'),
    ids: z.array(namedIds).meta({ description: 'Ids that the job names. Empty if it cannot be read.' }),
  })
  .meta({
    id: 'DeadLetter',
    description: 'A job that failed too often or cannot be read, without its content.',
  });
export type DeadLetterResource = z.infer<typeof deadLetter>;

export const deadLetterList = z
  .object({
    object: objectName('dead_letters'),
    queues: z.array(queueDepth).meta({ description: 'All queues with their dead letters.' }),
    letters: z.array(deadLetter).meta({
      description: `The oldest ${deadLettersShownMax} dead letters of the queue, oldest first. Empty without a queue.`,
    }),
  })
  .meta({ id: 'DeadLetters', description: 'Dead letters of RabbitMQ.' });

const chosenLetters = {
  limit: z
    .int()
    .min(1)
    .max(deadLettersMax)
    .default(deadLettersMax)
    .meta({ description: 'Maximum number of dead letters, oldest first. Default: all.', examples: [12] }),
  dry_run: z.boolean().meta({ description: 'Whether to count only.', examples: [true] }),
};

export const redriveDeadLettersRequest = z
  .object({
    queue: queue.meta({ description: 'Queue whose dead letters are redriven.', examples: ['send.bulk'] }),
    ...chosenLetters,
  })
  .meta({
    id: 'RedriveDeadLettersRequest',
    description: 'Dead letters to requeue.',
    examples: [{ queue: 'send.bulk', dry_run: true }],
  });

export const deadLetterRedrive = z
  .object({
    object: objectName('dead_letter_redrive'),
    queue: queue.meta({ description: 'Queue of the dead letters.', examples: ['send.bulk'] }),
    dry_run: flag('Whether they were only counted.'),
    letters: count('Number of dead letters that were requeued, or counted.', 12),
    remaining: count(
      'Rest of `limit`. Send it as the `limit` of the next request. A request requeues 100 at most. 0: done.',
      0,
    ),
  })
  .meta({ id: 'DeadLetterRedrive', description: 'Result of requeuing dead letters.' });

export const discardDeadLettersRequest = z
  .object({
    queue: queue.meta({ description: 'Queue whose dead letters are deleted.', examples: ['send.bulk'] }),
    ...chosenLetters,
    reason: lineOfText()
      .min(1)
      .max(200)
      .optional()
      .meta({
        description: "Reason, in the operator's audit log. Required unless they are only counted.",
        examples: ['jobs of a version that was rolled back'],
      }),
  })
  .refine(({ dry_run: isCount, reason }) => isCount || reason !== undefined, {
    path: ['reason'],
    message: 'is required',
  })
  .meta({
    id: 'DiscardDeadLettersRequest',
    description: 'Dead letters to delete.',
    examples: [{ queue: 'send.bulk', dry_run: true }],
  });

export const deadLetterDiscard = z
  .object({
    object: objectName('dead_letter_discard'),
    queue: queue.meta({ description: 'Queue of the dead letters.', examples: ['send.bulk'] }),
    dry_run: flag('Whether they were only counted.'),
    letters: count('Number of dead letters that were deleted, or counted.', 12),
    remaining: count(
      'Rest of `limit`. Send it as the `limit` of the next request. A request deletes 100 at most. 0: done.',
      0,
    ),
  })
  .meta({ id: 'DeadLetterDiscard', description: 'Result of deleting dead letters.' });
