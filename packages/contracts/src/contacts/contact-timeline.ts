import { z } from 'zod';
import { flag, line, lineOrNull, objectName, time, timeOrNull } from '../fields/fields';
import { sample } from '../fields/sample';
import { emailStatuses, messageEventTypes, automationRunStatuses } from '../statuses/statuses';
import { subscriptionChangeResource } from './contact-list';

const timelineEvent = z
  .object({
    type: z.enum(messageEventTypes).meta({ description: 'Type of the event.', examples: ['delivered'] }),
    at: time('When it occurred.', sample.sentAt),
    automatic: flag('Whether a program, not a person, opened or clicked.'),
  })
  .meta({ id: 'TimelineEvent', description: 'An event of an email in a timeline.' });

const timelineEmail = z
  .object({
    id: line('Id of the email.', sample.emailId),
    from: line('Sender of the email.', sample.from),
    subject: line('Subject of the email.', sample.subject),
    last_event: z.enum(emailStatuses).meta({ description: 'Status of the email.', examples: ['delivered'] }),
    mode: z.enum(['live', 'test']).meta({ description: 'Mode of the email.', examples: ['live'] }),
    events: z.array(timelineEvent).meta({
      description:
        'Events of the email for this contact, oldest first, one of each type. `GET /emails/{id}` has all of them.',
    }),
  })
  .meta({ id: 'TimelineEmail', description: 'An email to a contact.' });

const timelineRun = z
  .object({
    id: line('Id of the run.', sample.runId),
    automation_id: line('Id of the automation.', sample.automationId),
    automation_name: line('Name of the automation.', 'Welcome series'),
    status: z.enum(automationRunStatuses).meta({ description: 'Status of the run.', examples: ['running'] }),
    detail: lineOrNull('Why the run stopped or failed. Null otherwise.', null),
    finished_at: timeOrNull('When the run ended. Null while it is active.', null),
  })
  .meta({ id: 'TimelineRun', description: 'A run of an automation for a contact.' });

/** One of the three objects is set, that of the type. */
export const timelineEntry = z
  .object({
    object: objectName('timeline_entry'),
    id: line('Id of the entry: that of its email, run or change.', sample.emailId),
    type: z.enum(['email', 'automation_run', 'subscription_change']).meta({
      description: 'Which of the fields below is set. The others are null.',
      examples: ['email'],
    }),
    at: time('When the email was accepted, the run started, or the change was made.', sample.acceptedAt),
    email: timelineEmail.nullable().meta({ description: 'The email, with its events.' }),
    automation_run: timelineRun.nullable().meta({ description: 'The run of an automation.' }),
    subscription_change: subscriptionChangeResource
      .nullable()
      .meta({ description: 'The change of consent.' }),
  })
  .meta({ id: 'TimelineEntry', description: 'An entry in the timeline of a contact.' });
export type TimelineEntry = z.infer<typeof timelineEntry>;
