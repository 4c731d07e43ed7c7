import { z } from 'zod';
import { isId } from '../ids';
import { automationSteps, automationStep, eventName } from './automation-step';
import { upsertContactRequest } from './contact';
import { pageQuery } from './email';
import { record } from './record';
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

const name = lineOfText().trim().min(1, 'required').max(120);
const trigger = z.object({ event: eventName });

/** As a version keeps it. */
export const automationDefinition = z.object({ trigger, steps: automationSteps });
export type AutomationDefinition = z.output<typeof automationDefinition>;

export const createAutomationRequest = z
  .object({
    name,
    slug: slug.optional().describe('Default: made of the name'),
    status: z.enum(automationStatuses).default('active'),
    one_per_contact: z.boolean().default(false).describe('A contact that is in it starts no second run'),
    trigger,
    steps: automationSteps,
  })
  .meta({
    id: 'CreateAutomationRequest',
    examples: [
      {
        name: 'Welcome',
        trigger: { event: 'user.signed_up' },
        steps: [
          { type: 'send', from: 'Acme <hi@news.acme.example>', template: { slug: 'welcome' } },
          { type: 'wait_until', event: 'order.paid', timeout: '3d' },
          {
            type: 'condition',
            if: { all: [{ waited: 'timeout' }] },
            then: [{ type: 'send', from: 'Acme <hi@news.acme.example>', template: { slug: 'first-order' } }],
          },
        ],
      },
    ],
  });

/** Fields left out stay. The slug stays: mails that were sent have it in their kind. */
export const updateAutomationRequest = z
  .object({
    name: name.optional(),
    status: z.enum(automationStatuses).optional(),
    one_per_contact: z.boolean().optional(),
    trigger: trigger.optional(),
    steps: automationSteps.optional(),
  })
  .meta({ id: 'UpdateAutomationRequest' });
export type UpdateAutomationRequest = z.output<typeof updateAutomationRequest>;

/** Items of `GET /automations`. */
export const automationSummary = z
  .object({
    object: z.literal('automation'),
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    status: z.enum(automationStatuses),
    one_per_contact: z.boolean(),
    trigger: z.object({ event: z.string() }),
    version: z
      .int()
      .describe('Counts the changes of trigger and steps; a run finishes on the one it began with'),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'AutomationSummary' });
export type AutomationSummary = z.infer<typeof automationSummary>;

export const automationResource = automationSummary
  .extend({ steps: z.array(automationStep) })
  .meta({ id: 'Automation' });
export type AutomationResource = z.infer<typeof automationResource>;

export const listAutomationRunsQuery = pageQuery.extend({
  status: z.enum(automationRunStatuses).optional(),
  contact: lineOfText().min(1).max(320).optional().meta({ description: 'Id or address' }),
});

export const automationRunSummary = z
  .object({
    object: z.literal('automation_run'),
    id: z.string(),
    automation_id: z.string(),
    version: z.int(),
    contact_id: z.string(),
    event_id: z.string().describe('Of the event that started it'),
    status: z.enum(automationRunStatuses),
    detail: z.string().nullable().describe('Why it stopped or failed'),
    position: z
      .string()
      .nullable()
      .describe('Of the step in hand: `0`, `2.then.1`; null when it is finished'),
    due_at: z.string().nullable().describe('When that step is due; null also while the automation is paused'),
    waiting_event: z.string().nullable(),
    steps_taken: z.int(),
    started_at: z.string(),
    finished_at: z.string().nullable(),
  })
  .meta({ id: 'AutomationRunSummary' });
export type AutomationRunSummary = z.infer<typeof automationRunSummary>;

export const automationRunResource = automationRunSummary
  .extend({
    properties: z.record(z.string(), z.unknown()).describe('Of the event that started it'),
    history: z.array(
      z.object({
        number: z.int(),
        position: z.string(),
        type: z.string(),
        outcome: z.enum(automationStepOutcomes),
        detail: z.string().nullable(),
        email_id: z.string().nullable().describe('Of a step that sent'),
        at: z.string(),
      }),
    ),
  })
  .meta({ id: 'AutomationRun' });
export type AutomationRunResource = z.infer<typeof automationRunResource>;

/** Each run that an event begins has its properties. */
export const eventLimits = { propertiesMax: 100, propertyBytesMax: 2_000, bytesMax: 16_384 } as const;

const eventValue = z.union(
  [textOfBytes(eventLimits.propertyBytesMax), z.number(), z.boolean(), list(textOfBytes(500), 50), z.null()],
  { error: 'must be a text of up to 2000 bytes, a number, true or false, a list of up to 50 texts, or null' },
);

export const postEventRequest = z
  .object({
    event: eventName,
    email: upsertContactRequest.shape.email.optional(),
    contact_id: text().max(64).optional(),
    properties: record(lineOfText().min(1, 'required').max(100), eventValue, {
      max: eventLimits.propertiesMax,
      message: `must have at most ${eventLimits.propertiesMax} entries`,
    })
      .refine(
        (properties) => Buffer.byteLength(JSON.stringify(properties)) <= eventLimits.bytesMax,
        `must be at most ${eventLimits.bytesMax} bytes as JSON`,
      )
      .default({}),
    contact: upsertContactRequest
      .pick({ first_name: true, last_name: true, properties: true, topics: true })
      .optional()
      .describe('What the contact is from now on, as in `POST /contacts`'),
    idempotency_key: lineOfText().min(1).max(sendLimits.idempotencyKeyCharsMax).optional(),
  })
  .refine(({ email, contact_id }) => (email === undefined) !== (contact_id === undefined), {
    error: 'needs exactly one of email and contact_id',
    path: ['email'],
  })
  .meta({
    id: 'PostEventRequest',
    examples: [{ event: 'order.paid', email: 'ada@example.com', properties: { total: 42, plan: 'gold' } }],
  });
export type PostEventRequest = z.output<typeof postEventRequest>;

export const postedEvent = z
  .object({
    object: z.literal('event'),
    id: z.string(),
    event: z.string(),
    contact_id: z.string(),
    runs_started: z.int(),
  })
  .meta({ id: 'PostedEvent' });
export type PostedEvent = z.infer<typeof postedEvent>;
