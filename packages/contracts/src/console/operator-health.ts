import { z } from 'zod';
import { count, countOrNull, line, lineOrNull, objectName, time, timeOrNull } from '../fields/fields';
import { lanes } from '../statuses/statuses';

const healthCheck = z
  .object({
    check: line(
      'Name of the alert rule, or of a check that only this endpoint makes: `alert_rules`, `source_names`, `reviews`.',
      'PostriderMailOverdue',
    ),
    title: line('Statement that is true when the state is `ok`.', 'Every process answers'),
    state: z.enum(['ok', 'pending', 'warning', 'failed', 'unknown']).meta({
      description:
        'Result. `pending`: the rule is broken, and its alert fires if that lasts. `warning` and `failed`: its alert fires. `unknown`: it could not be checked.',
    }),
    detail: line(
      'What is wrong, a line for each alert. Empty: nothing is.',
      'smtp-relay (127.0.0.1:4101) does not answer.',
    ),
    since: timeOrNull('Since when it does not hold. Null: it holds, or that is not known.'),
    runbook: lineOrNull(
      'Path of the runbook on this host. Null: it needs none.',
      '/docs/runbooks/process-down',
    ),
  })
  .meta({ id: 'HealthCheck', description: 'Something that holds on a healthy platform.' });

const waitingMail = z
  .object({
    lane: z.enum(lanes).meta({ description: 'Lane of the mail.' }),
    reason: line(
      'Why the mail waits: a cause of `waiting` of an email. `retry` has the class of the reply behind it.',
      'backlog',
      'retry: recipient_busy',
      'operator_hold',
    ),
    messages: count('Number of messages.', 120),
    recipients: count('Recipients that wait.', 125),
    due: count('Recipients whose message is due.', 3),
    oldest_due_at: timeOrNull('When the oldest is or was due. Null: all are held.'),
    oldest_due_seconds: countOrNull('How long the oldest has been due, in seconds. Null: none is due.', 3),
  })
  .meta({ id: 'WaitingMail', description: 'Queued mail of a lane that waits for the same reason.' });

export const queueDepth = z
  .object({
    queue: line('Name of the queue.', 'send.transactional'),
    waiting: count('Jobs that wait for a consumer.', 0),
    dead: count('Dead letters: jobs that failed too often or cannot be read.', 0),
  })
  .meta({ id: 'QueueDepth', description: 'A queue of RabbitMQ.' });

export const platformHealth = z
  .object({
    object: objectName('platform_health'),
    checks: z.array(healthCheck).meta({ description: 'What was checked.' }),
    waiting: z.array(waitingMail).meta({
      description:
        'Queued mail by lane and reason, the largest group first. Of each lane, the 10,000 messages that are due first are counted.',
    }),
    lanes_cut: z.array(z.enum(lanes)).meta({
      description: 'Lanes with more queued messages than were counted.',
      examples: [['bulk']],
    }),
    queues: z
      .array(queueDepth)
      .nullable()
      .meta({ description: 'Queues of RabbitMQ. Null: RabbitMQ does not answer.' }),
    checked_at: time('When it was checked.'),
  })
  .meta({ id: 'PlatformHealth', description: 'Checks of the platform, and what waits in its queues.' });
export type PlatformHealth = z.infer<typeof platformHealth>;
