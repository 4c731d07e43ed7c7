import { z } from 'zod';
import { upsertContactRequest } from '../contacts/contact';
import { sendLimits } from '../emails/send-limits';
import { isContactEventType } from '../events/events';
import { count, createdAt, flag, line, lineOrNull, objectName, time, timeOrNull } from '../fields/fields';
import { list } from '../fields/list';
import { pageQuery } from '../fields/page';
import { record } from '../fields/record';
import { sample } from '../fields/sample';
import { addressLine, atMostBytes, lineOfText, text, textOfBytes } from '../fields/text';
import { isId } from '../ids/ids';
import { automationStatuses, automationRunStatuses } from '../statuses/statuses';
import { automationSteps, automationStep, eventName, noStepsFault, unfinishedSteps } from './automation-step';
import { requestedTrigger, segmentEntered, shownTrigger, trigger } from './automation-trigger';

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
  .meta({ description: 'Name, 1 to 120 characters.', examples: ['Welcome'] });
const status = z.enum(automationStatuses);
const statusMeaning = '`paused`: no new runs start, and running ones wait.';
const onePerContact = 'If true, a contact can be in only one run at a time.';
const steps = automationSteps.meta({
  description: 'The steps in order: 1 to 50, including those inside conditions.',
});

/** Trigger and steps while they are written: nothing of them is checked but their form. */
const unpublished = z
  .object({
    trigger: z
      .looseObject({
        event: text()
          .max(100)
          .meta({ description: 'Name of the event.', examples: ['order.paid'] }),
      })
      .meta({ id: 'UnfinishedTrigger', description: 'A trigger as `AutomationTrigger`.' }),
    steps: unfinishedSteps.meta({ description: 'The steps in order, up to 50.' }),
  })
  .meta({
    id: 'AutomationDraft',
    description: 'Trigger and steps that are being edited. No run uses them.',
    examples: [{ trigger: { event: 'order.paid' }, steps: [{ type: 'send', subject: 'Thank you' }] }],
  });
export type AutomationDraft = z.output<typeof unpublished>;
const draft = unpublished.nullable().meta({
  description:
    'Unpublished trigger and steps, which may be incomplete. No run uses them: publish them by setting `trigger` and `steps`. Null: none.',
});

/** As a version keeps it. */
export const automationDefinition = z.object({ trigger, steps: automationSteps });
export type AutomationDefinition = z.output<typeof automationDefinition>;

export const createAutomationRequest = z
  .object({
    name,
    slug: slug.optional().meta({
      description:
        'Slug, 1 to 55 characters a-z 0-9 . _ -. Cannot be changed. Default: derived from the name.',
      examples: ['welcome'],
    }),
    status: status.default('active').meta({ description: statusMeaning }),
    one_per_contact: z.boolean().default(false).meta({ description: onePerContact }),
    trigger: requestedTrigger,
    steps: steps.meta({
      description:
        'The steps in order: 1 to 50, including those inside conditions. Only a paused automation may have none.',
    }),
    draft: draft.optional(),
  })
  .check(({ value, issues }) => {
    if (value.status === 'paused' || value.steps.length > 0) return;
    issues.push({ code: 'custom', path: ['steps'], message: noStepsFault, input: value.steps });
  })
  .meta({
    id: 'CreateAutomationRequest',
    description: 'An automation to create.',
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

/** Absent fields do not change. The slug stays: mails that were sent have it in their kind. */
export const updateAutomationRequest = z
  .object({
    name: name.optional(),
    status: status.optional().meta({ description: statusMeaning }),
    one_per_contact: z.boolean().optional().meta({ description: onePerContact }),
    trigger: requestedTrigger.optional(),
    steps: steps.optional(),
    draft: draft.optional(),
  })
  .meta({
    id: 'UpdateAutomationRequest',
    description:
      'Fields to change. Missing fields keep their values. Changing the steps creates a new version.',
    examples: [{ status: 'paused' }],
  });
export type UpdateAutomationRequest = z.output<typeof updateAutomationRequest>;

/** Items of `GET /automations`. */
export const automationSummary = z
  .object({
    object: objectName('automation'),
    id: line('Id of the automation.', sample.automationId),
    slug: line('Slug. Emails of the automation have the kind `sequence.<slug>`.', 'welcome'),
    name: line('Name of the automation.', 'Welcome'),
    status: status.meta({ description: statusMeaning }),
    one_per_contact: flag(onePerContact),
    trigger: shownTrigger,
    version: count(
      'Version, incremented when the trigger or the steps change. A run finishes on the version it started with.',
      1,
    ),
    created_at: createdAt('it was created'),
    updated_at: time('When it last changed.', sample.acceptedAt),
  })
  .meta({ id: 'AutomationSummary', description: 'An automation in a list.' });
export type AutomationSummary = z.infer<typeof automationSummary>;

export const automationResource = automationSummary
  .extend({
    steps: z.array(automationStep).meta({ description: 'The steps in order.' }),
    draft: draft.meta({ description: 'Unpublished trigger and steps. Null: none.', examples: [null] }),
  })
  .meta({
    id: 'Automation',
    description: 'A sequence of steps that runs for a contact when an event occurs.',
  });
export type AutomationResource = z.infer<typeof automationResource>;

const runStatus = z.enum(automationRunStatuses);

export const listAutomationRunsQuery = pageQuery.extend({
  status: runStatus.optional().meta({ description: 'Only runs with this status.' }),
  contact: addressLine()
    .min(1)
    .max(320)
    .optional()
    .meta({
      description: 'Only runs of this contact: its id or address.',
      examples: [sample.to],
    }),
});

export const automationRunSummary = z
  .object({
    object: objectName('automation_run'),
    id: line('Id of the run.', sample.runId),
    automation_id: line('Id of the automation.', sample.automationId),
    version: count('Version of the automation that the run uses.', 1),
    contact_id: line('Id of the contact.', sample.contactId),
    contact_email: lineOrNull('Address of the contact. Null if the contact was deleted.', sample.to),
    event_id: line('Id of the event that started the run.', sample.eventId),
    status: runStatus.meta({
      description:
        '`stopped`: the contact was deleted or cannot receive bulk email. `failed`: a step could not be completed.',
    }),
    detail: lineOrNull('Why the run stopped or failed. Null otherwise.', null),
    position: lineOrNull(
      'Position of the current step, such as `0` or `2.then.1`. Null if the run has ended.',
      '1',
    ),
    due_at: timeOrNull(
      'When the current step is due. Null if the run has ended or the automation is paused.',
      sample.laterAt,
    ),
    waiting_event: lineOrNull(
      'Name of the event that the run waits for. Null if it waits for none.',
      'order.paid',
    ),
    steps_taken: count('Number of completed steps.', 1),
    started_at: time('When the run started.', sample.acceptedAt),
    finished_at: timeOrNull('When the run ended. Null while it is active.', null),
  })
  .meta({ id: 'AutomationRunSummary', description: 'A run in a list.' });
export type AutomationRunSummary = z.infer<typeof automationRunSummary>;

export const automationRunResource = automationRunSummary
  .extend({
    properties: z.record(z.string(), z.unknown()).meta({
      description: 'Properties of the event that started the run.',
      examples: [{ plan: 'gold' }],
    }),
    history: z
      .array(
        z
          .object({
            number: count('Sequence number, starting at 1.', 1),
            position: line('Position of the step in the automation.', '0'),
            type: line('Type of the step.', 'send'),
            outcome: z.enum(automationStepOutcomes).meta({ description: 'Result of the step.' }),
            detail: lineOrNull(
              'Why the step was skipped or failed, or which branch was taken. Null otherwise.',
              null,
            ),
            email_id: lineOrNull('Id of the email that the step sent. Null if it sent none.', sample.emailId),
            at: time('When the step ran.', sample.acceptedAt),
          })
          .meta({ id: 'AutomationRunStep', description: 'A completed step.' }),
      )
      .meta({ description: 'Completed steps in order.' }),
  })
  .meta({ id: 'AutomationRun', description: 'A run of an automation for one contact.' });
export type AutomationRunResource = z.infer<typeof automationRunResource>;

/** Each run that an event begins has its properties. */
export const eventLimits = { propertiesMax: 100, propertyBytesMax: 2_000, bytesMax: 16_384 } as const;

const eventValue = z.union(
  [textOfBytes(eventLimits.propertyBytesMax), z.number(), z.boolean(), list(textOfBytes(500), 50), z.null()],
  {
    error:
      'must be a string of up to 2000 bytes, a number, true or false, a list of up to 50 strings, or null',
  },
);

export const postEventRequest = z
  .object({
    event: eventName.refine(
      (name) => !isContactEventType(name) && name !== segmentEntered,
      'reserved: Postrider posts this event when a contact changes',
    ),
    email: upsertContactRequest.shape.email.optional().meta({
      description:
        'Address of the contact. The contact is created if it does not exist. Use either this or `contact_id`.',
    }),
    contact_id: text()
      .max(64)
      .optional()
      .meta({ description: 'Id of the contact. Use either this or `email`.', examples: [sample.contactId] }),
    properties: record(lineOfText().min(1, 'required').max(100), eventValue, {
      max: eventLimits.propertiesMax,
      message: `must have at most ${eventLimits.propertiesMax} entries`,
    })
      .refine(
        (properties) => Buffer.byteLength(JSON.stringify(properties)) <= eventLimits.bytesMax,
        `${atMostBytes(eventLimits.bytesMax)} as JSON`,
      )
      .default({})
      .meta({
        description: 'Event properties for steps, conditions and templates: up to 100 values, 16 KB.',
        examples: [{ total: 42, plan: 'gold' }],
      }),
    contact: upsertContactRequest
      .pick({ first_name: true, last_name: true, properties: true, topics: true })
      .meta({ id: 'EventContact', description: 'Fields of the contact to change.' })
      .optional()
      .meta({
        description:
          'Fields of the contact to change, as in `POST /contacts`. Missing fields keep their values.',
      }),
    idempotency_key: lineOfText()
      .min(1)
      .max(sendLimits.idempotencyKeyCharsMax)
      .optional()
      .meta({
        description:
          'Key that makes a retry safe, 1 to 256 characters. Within 24 hours an event with the same key starts nothing.',
        examples: ['order-1042-paid'],
      }),
  })
  .refine(({ email, contact_id }) => (email === undefined) !== (contact_id === undefined), {
    error: 'needs exactly one of email and contact_id',
    path: ['email'],
  })
  .meta({
    id: 'PostEventRequest',
    description: 'An event about a contact.',
    examples: [{ event: 'order.paid', email: sample.to, properties: { total: 42, plan: 'gold' } }],
  });
export type PostEventRequest = z.output<typeof postEventRequest>;

export const postedEvent = z
  .object({
    object: objectName('event'),
    id: line('Id of the event.', sample.eventId),
    event: line('Name of the event.', 'order.paid'),
    contact_id: line('Id of the contact.', sample.contactId),
    runs_started: count('Number of runs that the event started.', 1),
  })
  .meta({ id: 'PostedEvent', description: 'The accepted event. Its runs continue in the background.' });
export type PostedEvent = z.infer<typeof postedEvent>;

/** Names of posted events, for the choice of a trigger. */
export const eventNameList = z
  .object({
    object: objectName('list'),
    data: z
      .array(
        z
          .object({ object: objectName('event_name'), event: line('Name of the event.', 'order.paid') })
          .meta({ id: 'EventName', description: 'The name of an event that was posted.' }),
      )
      .meta({ description: 'Up to 100 names in alphabetical order.' }),
  })
  .meta({ id: 'EventNameList', description: 'Names of events that were posted in the last 90 days.' });
