import { z } from 'zod';
import { upsertContactRequest } from '../contacts/contact';
import { requestedDocument } from '../email-documents/email-document';
import { sendLimits } from '../emails/send-limits';
import { list } from '../fields/list';
import { timeOfDay, timezoneName } from '../fields/local-time';
import { sample } from '../fields/sample';
import { addressLine, lineOfText, nonBlankLine, text, textOfBytes } from '../fields/text';
import { propertyName } from '../segments/segment-condition';
import { subscriptionStates } from '../statuses/statuses';
import { requireOneName, templateChoiceFields, templateName } from '../templates/template-choice';
import { automationFilter, type AutomationCondition } from './automation-condition';

/** Of one definition. A condition stands within others at most so deep. */
export const automationLimits = { stepsMax: 50, depthMax: 3, bodyBytesMax: 500_000 } as const;

/** Posted when a contact enters a segment by which automations start. */
export const segmentEntered = 'segment.entered';

/** A name that the client's own program gives: `order.paid`. */
export const eventName = z
  .string()
  .min(1, 'required')
  .max(100)
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9._:-]*[A-Za-z0-9])?$/, 'A-Z a-z 0-9, and . _ : - between them')
  .meta({
    description: 'Name of the event: up to 100 characters A-Z a-z 0-9 . _ : -.',
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
    'must be a whole number followed by s, m, h or d, at most 365 days: "30s", "5m", "2h", "3d"',
  )
  .meta({
    description: 'Duration: a whole number followed by s, m, h or d. At most 365 days.',
    examples: ['30s', '5m', '2h', '3d'],
  });

const templateOfStep = z
  .object(
    templateChoiceFields({
      name: templateName,
      slugExample: 'welcome',
      versionMeaning: 'the highest version when the step runs.',
    }),
  )
  .refine(...requireOneName)
  .meta({ id: 'StepTemplate', description: 'A published template.' });

const stepType = <const Type extends string>(type: Type) =>
  z.literal(type).meta({ description: `Type of the step: \`${type}\`.` });

const sendStep = z
  .object({
    type: stepType('send'),
    from: addressLine()
      .max(1_000)
      .meta({
        description: 'Sender: `email` or `Name <email>`, at a verified domain of the stream `bulk`.',
        examples: [sample.newsFrom],
      }),
    reply_to: addressLine()
      .min(1)
      .max(1_000)
      .optional()
      .meta({
        description: 'Reply-To address. Default: the sender.',
        examples: ['support@acme.example'],
      }),
    template: templateOfStep.optional().meta({
      description: 'Template to use instead of `subject`, `preview_text`, `document`, `html` and `text`.',
    }),
    subject: nonBlankLine()
      .max(sendLimits.subjectCharsMax)
      .optional()
      .meta({
        description: 'Subject, with variables such as `{{ contact.first_name }}` and `{{ event.total }}`.',
        examples: ['Welcome, {{ contact.first_name }}'],
      }),
    preview_text: lineOfText()
      .max(200)
      .optional()
      .meta({
        description: 'Text that inboxes show after the subject, up to 200 characters.',
        examples: ['How to begin'],
      }),
    html: textOfBytes(automationLimits.bodyBytesMax)
      .optional()
      .meta({
        description: 'HTML body in Liquid, up to 500 kB.',
        examples: ['<p>Good that you are here, {{ contact.first_name }}.</p>'],
      }),
    text: textOfBytes(automationLimits.bodyBytesMax)
      .optional()
      .meta({
        description: 'Text body in Liquid, up to 500 kB.',
        examples: ['Good that you are here, {{ contact.first_name }}.'],
      }),
    document: requestedDocument.optional().meta({
      description:
        'Content as blocks. `html` and `text` are rendered from it when the steps are stored, and replace those of the request.',
    }),
    topic: text()
      .min(1, 'required')
      .max(200)
      .optional()
      .meta({
        description: 'Slug of a topic. Contacts that are not subscribed to it get no email. Default: none.',
        examples: ['news'],
      }),
    track: z
      .object({
        opens: z.boolean().optional().meta({ description: 'Track opens. Default: false.' }),
        clicks: z.boolean().optional().meta({ description: 'Track clicks. Default: false.' }),
      })
      .meta({ id: 'StepTracking', description: 'Open and click tracking.' })
      .optional(),
  })
  .meta({
    id: 'SendStep',
    description: 'Sends the contact an email. Its kind is `sequence.<slug of the automation>`.',
  })
  .check(({ value, issues }) => {
    const problem = (field: string, message: string) =>
      issues.push({ code: 'custom', path: [field], message, input: value });
    if (value.template === undefined) {
      if (value.subject === undefined) problem('subject', 'required');
      if (value.document === undefined && value.html === undefined && value.text === undefined)
        problem('html', 'html or text is required');
      return;
    }
    for (const field of ['subject', 'preview_text', 'document', 'html', 'text'] as const) {
      if (value[field] !== undefined) problem(field, 'cannot be combined with template');
    }
  });

const waitStep = z
  .object({ type: stepType('wait'), duration })
  .meta({ id: 'WaitStep', description: 'Waits for a duration.' });

const timezone = timezoneName.optional().meta({
  description:
    'IANA time zone of `time`, and of a time in `event_property` without a UTC offset. Default: UTC.',
  examples: ['Europe/Berlin'],
});

/** One of: an event, a time of the day, a time that the event of the run gave. */
const waitUntilStep = z
  .object({
    type: stepType('wait_until'),
    event: eventName
      .refine((name) => name !== segmentEntered, 'cannot be waited for: use a condition instead')
      .optional()
      .meta({
        description:
          'Wait until an event with this name is posted for the contact, or until `timeout` has passed.',
      }),
    timeout: duration.optional().meta({ description: 'Longest time to wait for `event`. Required with it.' }),
    time: timeOfDay.optional().meta({
      description: 'Wait until the next occurrence of this time of day in `timezone`.',
      examples: ['09:30'],
    }),
    timezone,
    event_property: propertyName.optional().meta({
      description:
        'Wait until the time (ISO 8601) in this property of the event that started the run. A date alone is midnight. The wait ends at once if the time is past. The run fails if the property is missing or not a time, or if the time is more than ten years away.',
      examples: ['trial_ends_at'],
    }),
  })
  .meta({
    id: 'WaitUntilStep',
    description: 'Waits for one of: an event, a time of day, or a time given in the triggering event.',
  })
  .check(({ value, issues }) => {
    const problem = (field: string, message: string) =>
      issues.push({ code: 'custom', path: [field], message, input: value });
    const given = [value.event, value.time, value.event_property].filter((field) => field !== undefined);
    if (given.length !== 1) problem('event', 'needs exactly one of event, time and event_property');
    if (value.event !== undefined && value.timeout === undefined) problem('timeout', 'required');
    if (value.event === undefined && value.timeout !== undefined) problem('timeout', 'requires event');
    if (value.event !== undefined && value.timezone !== undefined)
      problem('timezone', 'requires time or event_property');
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
    then: branch('Steps to run if the conditions are met.'),
    else: branch('Steps to run otherwise.'),
  })
  .meta({ id: 'ConditionStep', description: 'Runs one of two branches, then continues with the next step.' });

const { first_name, last_name, properties, topics } = upsertContactRequest.shape;

const updateContactStep = z
  .object({
    type: stepType('update_contact'),
    ...{ first_name, last_name, properties, topics },
    status: z
      .literal(subscriptionStates[1])
      .optional()
      .meta({ description: '`UNSUBSCRIBED` unsubscribes the contact from all bulk email.' }),
  })
  .meta({ id: 'UpdateContactStep', description: 'Updates the contact. Missing fields keep their values.' })
  .refine(
    ({ type: _type, ...changes }) => Object.values(changes).some((change) => change !== undefined),
    'needs at least one field to change',
  );

const webhookStep = z
  .object({
    type: stepType('webhook'),
    url: lineOfText()
      .min(1, 'required')
      .max(2_048)
      .meta({
        description: 'HTTPS URL of a public host.',
        examples: ['https://hooks.acme.example/steps'],
      }),
  })
  .meta({
    id: 'WebhookStep',
    description: 'Sends the contact and the event to your URL in a POST request.',
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
  .meta({ id: 'AutomationStep', description: 'A step of an automation. `type` says which one.' });

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
      return `must have at most ${automationLimits.stepsMax} steps, including those inside conditions`;
    if (depth > automationLimits.depthMax)
      return `must nest conditions at most ${automationLimits.depthMax} levels deep`;
    level = level.flatMap(branchesOf);
  }
  return null;
}

function branchesOf(step: unknown): unknown[] {
  if (typeof step !== 'object' || step === null) return [];
  const { then, else: other } = step as { then?: unknown; else?: unknown };
  return [then, other].flatMap((branch) => (Array.isArray(branch) ? (branch as unknown[]) : []));
}

function withinBounds(steps: unknown, context: z.core.$RefinementCtx): unknown {
  const message = boundsFault(steps);
  if (message === null) return steps;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}

export const automationSteps = z.preprocess(withinBounds, list(automationStep, automationLimits.stepsMax));

/** Of an automation that starts runs. */
export const noStepsFault = 'needs at least one step';

/** Steps that are being written: their types are known, and each may lack fields. */
export const unfinishedSteps = z.preprocess(
  withinBounds,
  list(
    z
      .looseObject({
        type: z
          .enum(['send', 'wait', 'wait_until', 'condition', 'update_contact', 'webhook'])
          .meta({ description: 'Type of the step.', examples: ['send'] }),
      })
      .meta({
        id: 'UnfinishedStep',
        description: 'A step as `AutomationStep`, of which fields may be missing.',
      }),
    automationLimits.stepsMax,
  ),
);
