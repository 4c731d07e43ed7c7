import { z } from 'zod';
import { automationFilter, type AutomationCondition } from './automation-condition';
import { upsertContactRequest } from './contact';
import { list } from './list';
import { propertyName, subscriptionStates } from './segment';
import { sample } from './sample';
import { sendLimits } from './send-limits';
import { requireOneName, templateChoiceFields, templateName } from './template-choice';
import { lineOfText, text, textOfBytes } from './text';

/** Of one definition. A condition stands within others at most so deep. */
export const automationLimits = { stepsMax: 50, depthMax: 3, bodyBytesMax: 500_000 } as const;

/** A name that the client's own program gives: `order.paid`. */
export const eventName = z
  .string()
  .min(1, 'required')
  .max(100)
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9._:-]*[A-Za-z0-9])?$/, 'A-Z a-z 0-9, and . _ : - between them')
  .meta({
    description: 'Name of the event, which your program gives it: up to 100 characters A-Z a-z 0-9 . _ : -.',
    examples: ['order.paid'],
  });

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const longestWaitMs = 365 * unitMs.d;

/** `"30s"`, `"5m"`, `"2h"`, `"3d"`: how many milliseconds; null: it is none. */
export function durationMs(duration: string): number | null {
  const [, count, unit] = /^([1-9]\d{0,7})([smhd])$/.exec(duration) ?? [];
  return count === undefined ? null : Number(count) * unitMs[unit as keyof typeof unitMs];
}

const duration = z
  .string()
  .refine(
    (value) => (durationMs(value) ?? Infinity) <= longestWaitMs,
    'must be a whole number with its unit, s, m, h or d, of at most 365 days: "30s", "5m", "2h", "3d"',
  )
  .meta({
    description: 'How long: a whole number with its unit, s, m, h or d, of at most 365 days.',
    examples: ['30s', '5m', '2h', '3d'],
  });

const templateOfStep = z
  .object(
    templateChoiceFields({
      name: templateName,
      slugExample: 'welcome',
      versionMeaning: 'the highest one when the step is taken.',
    }),
  )
  .refine(...requireOneName)
  .meta({ id: 'StepTemplate', description: 'A published template.' });

const stepType = <const Type extends string>(type: Type) =>
  z.literal(type).meta({ description: `The type of the step: \`${type}\`.` });

const sendStep = z
  .object({
    type: stepType('send'),
    from: text()
      .max(1_000)
      .meta({
        description: 'The sender: `email` or `Name <email>`, at a verified domain of stream `bulk`.',
        examples: [sample.newsFrom],
      }),
    reply_to: lineOfText()
      .min(1)
      .max(1_000)
      .optional()
      .meta({
        description: 'Where answers go; left out: to the sender.',
        examples: ['support@acme.example'],
      }),
    template: templateOfStep
      .optional()
      .meta({ description: 'A template instead of subject, preview_text, html and text.' }),
    subject: lineOfText()
      .min(1, 'required')
      .max(sendLimits.subjectCharsMax)
      .optional()
      .meta({
        description: 'The subject, with variables as `{{ contact.first_name }}` and `{{ event.total }}`.',
        examples: ['Welcome, {{ contact.first_name }}'],
      }),
    preview_text: lineOfText()
      .max(200)
      .optional()
      .meta({
        description: 'Shown behind the subject in lists of mail, up to 200 characters.',
        examples: ['How to begin'],
      }),
    html: textOfBytes(automationLimits.bodyBytesMax)
      .optional()
      .meta({
        description: 'The HTML body in the template language, up to 500 kB.',
        examples: ['<p>Good that you are here, {{ contact.first_name }}.</p>'],
      }),
    text: textOfBytes(automationLimits.bodyBytesMax)
      .optional()
      .meta({
        description: 'The text body in the template language, up to 500 kB.',
        examples: ['Good that you are here, {{ contact.first_name }}.'],
      }),
    topic: text()
      .min(1, 'required')
      .max(200)
      .optional()
      .meta({
        description: 'Slug of a topic: who has left it gets no mail. Left out: none.',
        examples: ['news'],
      }),
    track: z
      .object({
        opens: z.boolean().optional().meta({ description: 'Whether openings are tracked; left out: no.' }),
        clicks: z.boolean().optional().meta({ description: 'Whether clicks are tracked; left out: no.' }),
      })
      .meta({ id: 'StepTracking', description: 'What is tracked.' })
      .optional(),
  })
  .meta({
    id: 'SendStep',
    description: 'Sends the contact a mail, of kind `sequence.<slug of the automation>`.',
  })
  .check(({ value, issues }) => {
    const problem = (field: string, message: string) =>
      issues.push({ code: 'custom', path: [field], message, input: value });
    if (value.template === undefined) {
      if (value.subject === undefined) problem('subject', 'required');
      if (value.html === undefined && value.text === undefined) problem('html', 'html or text is required');
      return;
    }
    for (const field of ['subject', 'preview_text', 'html', 'text'] as const) {
      if (value[field] !== undefined) problem(field, 'cannot be combined with template');
    }
  });

const waitStep = z
  .object({ type: stepType('wait'), duration })
  .meta({ id: 'WaitStep', description: 'Waits for a time.' });

const timezone = z
  .string()
  .max(64)
  .refine(isTimezone, 'must be a time zone of the IANA database, for example Europe/Berlin')
  .optional()
  .meta({
    description: 'Time zone of `time`, as the IANA database names it; left out: UTC.',
    examples: ['Europe/Berlin'],
  });

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** One of: an event, a time of the day, a time that the event of the run told. */
const waitUntilStep = z
  .object({
    type: stepType('wait_until'),
    event: eventName.optional().meta({
      description: 'Waits until an event of that name is posted for the contact, or `timeout` has passed.',
    }),
    timeout: duration.optional().meta({ description: 'With `event`: how long it waits at most.' }),
    time: z
      .string()
      .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of the day: "09:30"')
      .optional()
      .meta({ description: 'Waits until the clock next shows it in `timezone`.', examples: ['09:30'] }),
    timezone,
    event_property: propertyName.optional().meta({
      description:
        'Waits until the time (ISO 8601) in that property of the event that began the run; one that is past, missing or no time, or more than 365 days off, ends the wait at once.',
      examples: ['trial_ends_at'],
    }),
  })
  .meta({
    id: 'WaitUntilStep',
    description: 'Waits for one of: an event, a time of the day, a time that the event of the run told.',
  })
  .check(({ value, issues }) => {
    const problem = (field: string, message: string) =>
      issues.push({ code: 'custom', path: [field], message, input: value });
    const given = [value.event, value.time, value.event_property].filter((field) => field !== undefined);
    if (given.length !== 1) problem('event', 'needs exactly one of event, time and event_property');
    if (value.event !== undefined && value.timeout === undefined) problem('timeout', 'required');
    if (value.event === undefined && value.timeout !== undefined) problem('timeout', 'belongs to event');
    if (value.time === undefined && value.timezone !== undefined) problem('timezone', 'belongs to time');
  });

const branch = (description: string) =>
  list(
    z.lazy((): z.ZodType<AutomationStep> => automationStep),
    automationLimits.stepsMax,
  )
    .default([])
    .meta({ description });

const conditionStep = z
  .object({
    type: stepType('condition'),
    if: automationFilter,
    then: branch('The steps of those for whom it holds.'),
    else: branch('The steps of the others.'),
  })
  .meta({ id: 'ConditionStep', description: 'Takes one of two ways; then both go on with the next step.' });

const { first_name, last_name, properties, topics } = upsertContactRequest.shape;

const updateContactStep = z
  .object({
    type: stepType('update_contact'),
    ...{ first_name, last_name, properties, topics },
    status: z
      .literal(subscriptionStates[1])
      .optional()
      .meta({ description: 'Unsubscribes the contact from all bulk mail.' }),
  })
  .meta({ id: 'UpdateContactStep', description: 'Changes the contact; what is left out stays.' })
  .refine(
    ({ type: _type, ...changes }) => Object.values(changes).some((change) => change !== undefined),
    'needs something to change',
  );

const webhookStep = z
  .object({
    type: stepType('webhook'),
    url: lineOfText()
      .min(1, 'required')
      .max(2_048)
      .meta({
        description: 'Where it goes: https, a public host.',
        examples: ['https://hooks.acme.example/steps'],
      }),
  })
  .meta({
    id: 'WebhookStep',
    description: 'Tells a program of yours, by a POST of the contact and the event.',
  });

export const automationStep = z
  .discriminatedUnion(
    'type',
    [sendStep, waitStep, waitUntilStep, conditionStep, updateContactStep, webhookStep],
    {
      error: ({ input }) =>
        typeof input === 'object' && input !== null && !Array.isArray(input)
          ? 'type: must be send, wait, wait_until, condition, update_contact or webhook'
          : 'must be an object',
    },
  )
  .meta({ id: 'AutomationStep', description: 'A step of an automation, told apart by its `type`.' });

export type SendStep = z.output<typeof sendStep>;
export type WaitStep = z.output<typeof waitStep>;
export type WaitUntilStep = z.output<typeof waitUntilStep>;
export type UpdateContactStep = z.output<typeof updateContactStep>;
export type WebhookStep = z.output<typeof webhookStep>;
export interface ConditionStep {
  readonly type: 'condition';
  readonly if: { readonly all: AutomationCondition[] };
  readonly then: AutomationStep[];
  readonly else: AutomationStep[];
}
export type AutomationStep =
  SendStep | WaitStep | WaitUntilStep | ConditionStep | UpdateContactStep | WebhookStep;

/**
 * Counted before one of them is looked at: what nests without end would be walked without end.
 * @returns what is wrong, or null
 */
function boundsFault(steps: unknown): string | null {
  let level: unknown[] = Array.isArray(steps) ? steps : [];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length;
    if (count > automationLimits.stepsMax)
      return `must have at most ${automationLimits.stepsMax} steps, those of conditions included`;
    if (depth > automationLimits.depthMax)
      return `must have at most ${automationLimits.depthMax} conditions within each other`;
    level = level.flatMap(branchesOf);
  }
  return null;
}

function branchesOf(step: unknown): unknown[] {
  if (typeof step !== 'object' || step === null) return [];
  const { then, else: other } = step as { then?: unknown; else?: unknown };
  return [then, other].flatMap((branch) => (Array.isArray(branch) ? (branch as unknown[]) : []));
}

export const automationSteps = z.preprocess(
  (steps: unknown, context) => {
    const message = boundsFault(steps);
    if (message === null) return steps;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  },
  list(automationStep, automationLimits.stepsMax).refine(
    ({ length }) => length > 0,
    'needs at least one step',
  ),
);
