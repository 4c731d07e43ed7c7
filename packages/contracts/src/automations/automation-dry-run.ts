import { z } from 'zod';
import { count, line, lineOrNull, objectName, time, timeOrNull } from '../fields/fields';
import { sample } from '../fields/sample';
import { lineOfText } from '../fields/text';
import { automationStepOutcomes, postEventRequest } from './automation';
import { automationSteps, noStepsFault } from './automation-step';

export const dryRunRequest = z
  .object({
    contact: lineOfText()
      .min(1, 'required')
      .max(320)
      .meta({ description: 'The contact: its id or address.', examples: [sample.to] }),
    properties: postEventRequest.shape.properties.meta({
      description: 'Properties of the event that starts the run. Default: none.',
      examples: [{ plan: 'gold' }],
    }),
    waited: z.enum(['event', 'timeout']).default('timeout').meta({
      description:
        'Outcome of event waits. `event`: the event arrives at once. `timeout`: it does not arrive in time. Default: `timeout`.',
    }),
    version: z
      .int()
      .min(1)
      .max(2_147_483_647)
      .optional()
      .meta({
        description: 'Version of the automation. Default: the current one. Use either this or `steps`.',
        examples: [1],
      }),
    steps: automationSteps
      .refine(({ length }) => length > 0, noStepsFault)
      .optional()
      .meta({
        description:
          'Unsaved steps to test, instead of a version: 1 to 50, including those inside conditions.',
      }),
  })
  .refine(({ version, steps }) => version === undefined || steps === undefined, {
    error: 'cannot be combined with version',
    path: ['steps'],
  })
  .meta({
    id: 'DryRunRequest',
    description: 'A contact to try an automation with.',
    examples: [{ contact: sample.to, properties: { plan: 'gold' } }],
  });
export type DryRunRequest = z.output<typeof dryRunRequest>;

const dryRunEmail = z
  .object({
    from: line('Sender of the email.', sample.newsFrom),
    subject: lineOrNull(
      'Subject, rendered for the contact. Null if the email cannot be rendered.',
      'Hello Ada',
    ),
    template_id: lineOrNull('Id of the template. Null if the step has its own content.', sample.templateId),
    template_slug: lineOrNull('Slug of the template. Null if the step has its own content.', 'welcome'),
    template_version: z
      .int()
      .nullable()
      .meta({ description: 'Version of the template. Null if the step has its own content.', examples: [1] }),
  })
  .meta({ id: 'DryRunEmail', description: 'The email that the step would send.' });
export type DryRunEmail = z.infer<typeof dryRunEmail>;

const dryRunStep = z
  .object({
    position: line('Position of the step, such as `0` or `2.then.1`.', '0'),
    type: line('Type of the step.', 'send'),
    at: time('When the run reaches the step.', sample.acceptedAt),
    until: timeOrNull('When a wait ends. Null for other steps.', null),
    outcome: z.enum(automationStepOutcomes).meta({ description: 'Result of the step.' }),
    detail: lineOrNull(
      'Why the step is skipped or fails, how a wait ends, or which branch is taken. Null otherwise.',
      null,
    ),
    conditions_met: z.array(z.boolean()).meta({
      description: 'Whether each condition of `if.all` is met, in order. Empty for other steps.',
      examples: [[]],
    }),
    email: dryRunEmail.nullable().meta({ description: 'The email to send. Null for other steps.' }),
  })
  .meta({ id: 'DryRunStep', description: 'A step that the run would take.' });
export type DryRunStep = z.infer<typeof dryRunStep>;

export const automationDryRun = z
  .object({
    object: objectName('automation_dry_run'),
    automation_id: line('Id of the automation.', sample.automationId),
    version: z
      .int()
      .nullable()
      .meta({ description: 'Version of the automation. Null if the request has `steps`.', examples: [1] }),
    contact_id: line('Id of the contact.', sample.contactId),
    status: z.enum(['completed', 'stopped', 'failed']).meta({
      description:
        'How the run would end. `stopped`: the contact cannot receive bulk email. `failed`: a step cannot be completed.',
    }),
    detail: lineOrNull('Why the run would stop or fail. Null otherwise.', null),
    duration_seconds: count('Number of seconds from the first step to the end.', 259_200),
    steps: z.array(dryRunStep).meta({ description: 'The steps that the run would take, in order.' }),
  })
  .meta({
    id: 'AutomationDryRun',
    description: 'The way of a contact through an automation. Nothing is stored or sent.',
  });
export type AutomationDryRun = z.infer<typeof automationDryRun>;
