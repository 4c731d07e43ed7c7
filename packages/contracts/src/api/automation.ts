import { z } from 'zod';
import { contactEventTypes, isContactEventType } from '../events';
import { isId } from '../ids';
import { automationSteps, automationStep, eventName } from './automation-step';
import { upsertContactRequest } from './contact';
import { pageQuery } from './email';
import { count, createdAt, flag, line, lineOrNull, objectName, time, timeOrNull } from './fields';
import { record } from './record';
import { sample } from './sample';
import { sendLimits } from './send-limits';
import { lineOfText, text, textOfBytes } from './text';
import { list } from './list';

export const automationStatuses = ['active', 'paused'] as const;
export const automationRunStatuses = ['running', 'completed', 'stopped', 'failed', 'canceled'] as const;
export type AutomationRunStatus = (typeof automationRunStatuses)[number];
export const automationStepOutcomes = ['done', 'skipped', 'failed'] as const;

/** As the kind of its mails, `sequence.<slug>`, it has 64 characters. */
const slug = z
  .string()
  .min(1, 'required')
  .max(sendLimits.kindCharsMax - 'sequence.'.length)
  .regex(/^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/, 'a-z 0-9, and . _ - between them')
  // A path names an automation by id or slug; a slug must not be taken for an id.
  .refine((value) => !isId(value), 'must not look like an id');

const name = lineOfText()
  .trim()
  .min(1, 'required')
  .max(120)
  .meta({ description: 'What you call it, 1 to 120 characters.', examples: ['Welcome'] });
const contactTriggers = contactEventTypes
  .filter((type) => type !== 'contact.deleted')
  .map((type) => `\`${type}\``)
  .join(', ');
const trigger = z.object({ event: eventName }).meta({
  id: 'AutomationTrigger',
  description: `The event that starts a run: one that \`POST /events\` posts, or a contact event (${contactTriggers}).`,
});
const requestedTrigger = trigger.refine(({ event }) => event !== 'contact.deleted', {
  error: 'contact.deleted starts nothing: a deleted contact has no runs',
  path: ['event'],
});
const status = z.enum(automationStatuses);
const statusMeaning = '`paused`: no run begins, and those that run wait.';
const onePerContact = 'Whether a contact that is in a run starts no second one.';
const steps = automationSteps.meta({
  description: 'Its steps in their order, 1 to 50, those of conditions included.',
});

/** As a version keeps it. */
export const automationDefinition = z.object({ trigger, steps: automationSteps });
export type AutomationDefinition = z.output<typeof automationDefinition>;

export const createAutomationRequest = z
  .object({
    name,
    slug: slug.optional().meta({
      description:
        'Its short name, 1 to 55 characters a-z 0-9 . _ -, never changed; left out: made of the name.',
      examples: ['welcome'],
    }),
    status: status.default('active').meta({ description: statusMeaning }),
    one_per_contact: z.boolean().default(false).meta({ description: onePerContact }),
    trigger: requestedTrigger,
    steps,
  })
  .meta({
    id: 'CreateAutomationRequest',
    description: 'An automation to add.',
    examples: [
      {
        name: 'Welcome',
        trigger: { event: 'user.signed_up' },
        steps: [
          { type: 'send', from: sample.newsFrom, template: { slug: 'welcome' } },
          { type: 'wait_until', event: 'order.paid', timeout: '3d' },
          {
            type: 'condition',
            if: { all: [{ waited: 'timeout' }] },
            then: [{ type: 'send', from: sample.newsFrom, template: { slug: 'first-order' } }],
          },
        ],
      },
    ],
  });

/** Fields left out stay. The slug stays: mails that were sent have it in their kind. */
export const updateAutomationRequest = z
  .object({
    name: name.optional(),
    status: status.optional().meta({ description: statusMeaning }),
    one_per_contact: z.boolean().optional().meta({ description: onePerContact }),
    trigger: requestedTrigger.optional(),
    steps: steps.optional(),
  })
  .meta({
    id: 'UpdateAutomationRequest',
    description: 'What to change; what is left out stays. Other steps make the next version.',
    examples: [{ status: 'paused' }],
  });
export type UpdateAutomationRequest = z.output<typeof updateAutomationRequest>;

/** Items of `GET /automations`. */
export const automationSummary = z
  .object({
    object: objectName('automation'),
    id: line('Id of the automation.', sample.automationId),
    slug: line('Its short name: its mails have the kind `sequence.<slug>`.', 'welcome'),
    name: line('What you call it.', 'Welcome'),
    status: status.meta({ description: statusMeaning }),
    one_per_contact: flag(onePerContact),
    trigger: z
      .object({ event: line('Name of the event.', 'user.signed_up') })
      .meta({ id: 'ShownTrigger', description: 'The event that begins a run.' }),
    version: count('Counts the changes of trigger and steps; a run finishes on the one it began with.', 1),
    created_at: createdAt('it was added'),
    updated_at: time('When it last changed.', sample.acceptedAt),
  })
  .meta({ id: 'AutomationSummary', description: 'An automation as lists show it.' });
export type AutomationSummary = z.infer<typeof automationSummary>;

export const automationResource = automationSummary
  .extend({ steps: z.array(automationStep).meta({ description: 'Its steps in their order.' }) })
  .meta({ id: 'Automation', description: 'What is done for a contact when an event of it is posted.' });
export type AutomationResource = z.infer<typeof automationResource>;

const runStatus = z.enum(automationRunStatuses);

export const listAutomationRunsQuery = pageQuery.extend({
  status: runStatus.optional().meta({ description: 'Only runs of this status.' }),
  contact: lineOfText()
    .min(1)
    .max(320)
    .optional()
    .meta({
      description: 'Id or address of a contact: only its runs.',
      examples: [sample.to],
    }),
});

export const automationRunSummary = z
  .object({
    object: objectName('automation_run'),
    id: line('Id of the run.', sample.runId),
    automation_id: line('The automation.', sample.automationId),
    version: count('The version that it began with.', 1),
    contact_id: line('The contact that it is for.', sample.contactId),
    event_id: line('Id of the event that began it.', sample.eventId),
    status: runStatus.meta({
      description:
        '`stopped`: the contact is gone or may not be mailed; `failed`: a step could not be taken.',
    }),
    detail: lineOrNull('Why it stopped or failed; null: it did not.', null),
    position: lineOrNull('Of the step in hand: `0`, `2.then.1`; null: it has ended.', '1'),
    due_at: timeOrNull(
      'When that step is due; null: it has ended, or the automation is paused.',
      sample.laterAt,
    ),
    waiting_event: lineOrNull('The event that it waits for; null: none.', 'order.paid'),
    steps_taken: count('How many steps it has taken.', 1),
    started_at: time('When it began.', sample.acceptedAt),
    finished_at: timeOrNull('When it ended; null: not yet.', null),
  })
  .meta({ id: 'AutomationRunSummary', description: 'A run as lists show it.' });
export type AutomationRunSummary = z.infer<typeof automationRunSummary>;

export const automationRunResource = automationRunSummary
  .extend({
    properties: z.record(z.string(), z.unknown()).meta({
      description: 'Properties of the event that began it.',
      examples: [{ plan: 'gold' }],
    }),
    history: z
      .array(
        z
          .object({
            number: count('Which step it was, from 1 on.', 1),
            position: line('Its place among the steps.', '0'),
            type: line('Type of the step.', 'send'),
            outcome: z.enum(automationStepOutcomes).meta({ description: 'What became of it.' }),
            detail: lineOrNull(
              'Why it was skipped or failed, or which way it led; null: nothing to say.',
              null,
            ),
            email_id: lineOrNull('Of a step that sent: the email; null: it sent none.', sample.emailId),
            at: time('When it was taken.', sample.acceptedAt),
          })
          .meta({ id: 'AutomationRunStep', description: 'A step that was taken.' }),
      )
      .meta({ description: 'The steps that it has taken, in their order.' }),
  })
  .meta({ id: 'AutomationRun', description: 'What is done for one contact after one event.' });
export type AutomationRunResource = z.infer<typeof automationRunResource>;

/** Each run that an event begins has its properties. */
export const eventLimits = { propertiesMax: 100, propertyBytesMax: 2_000, bytesMax: 16_384 } as const;

const eventValue = z.union(
  [textOfBytes(eventLimits.propertyBytesMax), z.number(), z.boolean(), list(textOfBytes(500), 50), z.null()],
  { error: 'must be a text of up to 2000 bytes, a number, true or false, a list of up to 50 texts, or null' },
);

export const postEventRequest = z
  .object({
    event: eventName.refine(
      (name) => !isContactEventType(name),
      'reserved: Postrider posts this event itself when a contact changes',
    ),
    email: upsertContactRequest.shape.email.optional().meta({
      description: 'Address of the contact, which is added when there is none; this or `contact_id`.',
    }),
    contact_id: text()
      .max(64)
      .optional()
      .meta({ description: 'Id of the contact; this or `email`.', examples: [sample.contactId] }),
    properties: record(lineOfText().min(1, 'required').max(100), eventValue, {
      max: eventLimits.propertiesMax,
      message: `must have at most ${eventLimits.propertiesMax} entries`,
    })
      .refine(
        (properties) => Buffer.byteLength(JSON.stringify(properties)) <= eventLimits.bytesMax,
        `must be at most ${eventLimits.bytesMax} bytes as JSON`,
      )
      .default({})
      .meta({
        description:
          'What your program tells of it, up to 100 values, 16 KB: steps, conditions and templates use it.',
        examples: [{ total: 42, plan: 'gold' }],
      }),
    contact: upsertContactRequest
      .pick({ first_name: true, last_name: true, properties: true, topics: true })
      .meta({ id: 'EventContact', description: 'What to change of the contact.' })
      .optional()
      .meta({ description: 'What the contact is from now on, as in `POST /contacts`; left out: it stays.' }),
    idempotency_key: lineOfText()
      .min(1)
      .max(sendLimits.idempotencyKeyCharsMax)
      .optional()
      .meta({
        description:
          'A name of your own for this event, 1 to 256 characters: the same again within 24 hours begins nothing.',
        examples: ['order-1042-paid'],
      }),
  })
  .refine(({ email, contact_id }) => (email === undefined) !== (contact_id === undefined), {
    error: 'needs exactly one of email and contact_id',
    path: ['email'],
  })
  .meta({
    id: 'PostEventRequest',
    description: 'Something that happened to a contact.',
    examples: [{ event: 'order.paid', email: sample.to, properties: { total: 42, plan: 'gold' } }],
  });
export type PostEventRequest = z.output<typeof postEventRequest>;

export const postedEvent = z
  .object({
    object: objectName('event'),
    id: line('Id of the event.', sample.eventId),
    event: line('Name of the event.', 'order.paid'),
    contact_id: line('The contact that it happened to.', sample.contactId),
    runs_started: count('How many runs it began.', 1),
  })
  .meta({ id: 'PostedEvent', description: 'The event was taken; runs go on from here.' });
export type PostedEvent = z.infer<typeof postedEvent>;
