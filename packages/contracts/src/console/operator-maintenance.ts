import { z } from 'zod';
import { count, flag, line, lineOrNull, objectName, time, timeOrNull } from '../fields/fields';
import { lineOfText } from '../fields/text';

const reason = lineOfText()
  .min(1)
  .max(200)
  .meta({ description: 'Reason, shown to the organizations.', examples: ['signing key leaked'] });
const allSendingChange = z.enum(['pause', 'resume']);

export const changeAllSendingRequest = z
  .object({
    change: allSendingChange.meta({
      description: 'What is done. `resume` is of organizations that were paused with exactly this reason.',
      examples: ['pause'],
    }),
    reason,
    dry_run: z.boolean().meta({ description: 'Whether organizations are only counted.', examples: [true] }),
  })
  .meta({
    id: 'ChangeAllSendingRequest',
    description: 'What is done to the sending of all organizations.',
    examples: [{ change: 'pause', reason: 'signing key leaked', dry_run: true }],
  });

export const allSendingChanged = z
  .object({
    object: objectName('all_sending_change'),
    change: allSendingChange.meta({ description: 'What was done.' }),
    dry_run: flag('Whether organizations were only counted.'),
    organizations: count('Organizations that were changed, or would be.', 12),
    is_more: flag('Whether there may be more organizations: repeat the request.'),
  })
  .meta({ id: 'AllSendingChange', description: 'A change of the sending of all organizations.' });

const queue = z.enum(['transactional', 'bulk', 'test', 'retry']);
const drain = {
  reason: line('Why it was drained.', 'new smart host'),
  operator: line('Operator who drained it.', 'otto@acme.example'),
  started_at: time('When it was drained.'),
};

const mailQueue = z
  .object({
    queue: queue.meta({ description: 'Queue of email: `retry` has later attempts of live email.' }),
    drain: z
      .object({ ...drain, in_progress: count('Messages of it that are being sent, up to 100,000.', 3) })
      .nullable()
      .meta({ description: 'Its drain. Null: its email is sent.' }),
  })
  .meta({ id: 'MailQueue', description: 'A queue of email, and whether it is drained.' });

const pastDrain = z
  .object({
    queue: queue.meta({ description: 'The queue.' }),
    ...drain,
    ended_at: timeOrNull('When its email was resumed. Null: it is drained.'),
    ended_by: lineOrNull('Operator who resumed it.', 'otto@acme.example'),
  })
  .meta({ id: 'QueueDrain', description: 'A drain of a queue of email.' });

export const operatorDrains = z
  .object({
    object: objectName('operator_drains'),
    queues: z.array(mailQueue).meta({ description: 'All queues of email.' }),
    history: z.array(pastDrain).meta({ description: 'The newest 100 drains, newest first.' }),
  })
  .meta({ id: 'OperatorDrains', description: 'Queues of email, and their drains.' });
export type OperatorDrains = z.infer<typeof operatorDrains>;

const queues = z
  .array(queue)
  .min(1)
  .max(4)
  .meta({ description: 'Queues of email.', examples: [['bulk', 'retry']] });

export const drainQueuesRequest = z
  .object({
    queues,
    reason: lineOfText()
      .min(1)
      .max(200)
      .meta({ description: 'Reason, shown to operators.', examples: ['new smart host'] }),
  })
  .meta({
    id: 'DrainQueuesRequest',
    description: 'Queues, and why they are drained.',
    examples: [{ queues: ['bulk', 'retry'], reason: 'new smart host' }],
  });

export const resumeQueuesRequest = z
  .object({ queues })
  .meta({ id: 'ResumeQueuesRequest', description: 'Drained queues.', examples: [{ queues: ['bulk'] }] });
