import { z } from 'zod';
import { upsertContactRequest } from './contact';
import { list } from './list';
import {
  conditionsMax,
  propertyName,
  propertyText,
  segmentConditions,
  subscriptionStates,
  type SegmentCondition,
} from './segment';
import { sendLimits } from './send-limits';
import { lineOfText, text, textOfBytes } from './text';

/** Of one definition. A condition stands within others at most so deep. */
export const automationLimits = { stepsMax: 50, depthMax: 3, bodyBytesMax: 500_000 } as const;

/** A name that the client's own program gives: `order.paid`. */
export const eventName = z
  .string()
  .min(1, 'required')
  .max(100)
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9._:-]*[A-Za-z0-9])?$/, 'A-Z a-z 0-9, and . _ : - between them');

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
  .meta({ examples: ['30s', '5m', '2h', '3d'] });

const templateOfStep = z
  .object({
    id: lineOfText().min(1).max(64).optional(),
    slug: lineOfText().min(1).max(64).optional(),
    version: z
      .union([z.int().min(1), z.literal('latest')], 'must be a version number or latest')
      .optional()
      .describe('Default: the latest when the step is taken'),
  })
  .refine(({ id, slug }) => (id === undefined) !== (slug === undefined), 'needs exactly one of id and slug');

const sendStep = z
  .object({
    type: z.literal('send'),
    from: text().max(1_000),
    reply_to: lineOfText().min(1).max(1_000).optional(),
    template: templateOfStep.optional(),
    subject: lineOfText().min(1, 'required').max(sendLimits.subjectCharsMax).optional(),
    preview_text: lineOfText().max(200).optional(),
    html: textOfBytes(automationLimits.bodyBytesMax).optional(),
    text: textOfBytes(automationLimits.bodyBytesMax).optional(),
    topic: text().min(1, 'required').max(200).optional().describe('Slug: those who left it get no mail'),
    track: z.object({ opens: z.boolean().optional(), clicks: z.boolean().optional() }).optional(),
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

const waitStep = z.object({ type: z.literal('wait'), duration });

const timezone = z
  .string()
  .max(64)
  .refine(isTimezone, 'must be a time zone of the IANA database, for example Europe/Berlin');

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
    type: z.literal('wait_until'),
    event: eventName
      .optional()
      .describe('Until an event of that name is posted for the contact, or `timeout`'),
    timeout: duration.optional(),
    time: z
      .string()
      .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of the day: "09:30"')
      .optional()
      .describe('Until the clock next shows it in `timezone`'),
    timezone: timezone.optional().describe('Default: UTC'),
    event_property: propertyName
      .optional()
      .describe(
        'Until the time (ISO 8601) in that property of the event that began the run; one that is past, missing or no time, or more than 365 days off, ends the wait at once',
      ),
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

const eventProperty = { event_property: propertyName } as const;
const scalar = z.union([propertyText, z.number(), z.boolean()]);

/** About the event that began the run; as those of segments about properties of the contact. */
const eventConditions = [
  z.strictObject({ ...eventProperty, op: z.enum(['eq', 'neq']), value: scalar }),
  z.strictObject({ ...eventProperty, op: z.literal('contains'), value: propertyText.min(1, 'required') }),
  z.strictObject({
    ...eventProperty,
    op: z.enum(['gt', 'lt']),
    value: z.union([propertyText, z.number()]),
  }),
  z.strictObject({ ...eventProperty, op: z.literal('exists'), value: z.boolean().default(true) }),
] as const;

/** How the run's last `wait_until` for an event ended; without one before it, neither holds. */
const waitCondition = z.strictObject({ waited: z.enum(['event', 'timeout']) });

export type EventCondition = z.output<(typeof eventConditions)[number]>;
export type WaitCondition = z.output<typeof waitCondition>;
export type AutomationCondition = SegmentCondition | EventCondition | WaitCondition;

const automationCondition = z.union([...segmentConditions, ...eventConditions, waitCondition], {
  error:
    'neither a condition of segments, nor {event_property, op, value} with values that they allow, nor {waited}',
});

/** Strict, as a segment's: a key too many would lead other people another way than was meant. */
const automationFilter = z
  .strictObject({ all: list(automationCondition, conditionsMax) })
  .meta({ id: 'AutomationFilter', description: 'Holds when every condition does' });

const conditionStep = z.object({
  type: z.literal('condition'),
  if: automationFilter,
  then: list(
    z.lazy((): z.ZodType<AutomationStep> => automationStep),
    automationLimits.stepsMax,
  ).default([]),
  else: list(
    z.lazy((): z.ZodType<AutomationStep> => automationStep),
    automationLimits.stepsMax,
  ).default([]),
});

const { first_name, last_name, properties, topics } = upsertContactRequest.shape;

const updateContactStep = z
  .object({
    type: z.literal('update_contact'),
    ...{ first_name, last_name, properties, topics },
    status: z.literal(subscriptionStates[1]).optional(),
  })
  .refine(
    ({ type: _type, ...changes }) => Object.values(changes).some((change) => change !== undefined),
    'needs something to change',
  );

const webhookStep = z.object({
  type: z.literal('webhook'),
  url: lineOfText().min(1, 'required').max(2_048).describe('https, on a public address'),
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
  .meta({ id: 'AutomationStep' });

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
