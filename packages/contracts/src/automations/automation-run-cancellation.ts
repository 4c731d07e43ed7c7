import { z } from 'zod';
import { count, flag, lineOrNull, objectName } from '../fields/fields';
import { sample } from '../fields/sample';
import { listAutomationRunsQuery } from './automation';

/** Runs of a request: those that are changed in one transaction, and those that are counted. */
export const cancellationLimits = { canceledMax: 2_000, countedMax: 20_000 } as const;

const { canceledMax, countedMax } = cancellationLimits;

export const stepPosition = z
  .string()
  .max(100)
  .regex(/^\d{1,2}(?:\.(?:then|else)\.\d{1,2})*$/, 'must be a position such as "0" or "2.then.1"');

export const cancelAutomationRunsRequest = z
  .object({
    dry_run: z.boolean().meta({ description: 'Whether to count only.', examples: [true] }),
    contact: listAutomationRunsQuery.shape.contact,
    version: z
      .int()
      .min(1)
      .max(2_147_483_647)
      .optional()
      .meta({ description: 'Only runs of this version of the automation.', examples: [1] }),
    position: stepPosition
      .optional()
      .meta({ description: 'Only runs that are at this step.', examples: ['2.then.1'] }),
    after: z
      .guid('must be an id')
      .optional()
      .meta({
        description: '`next` of the previous answer, with the same filters. Default: from the beginning.',
        examples: [sample.runId],
      }),
  })
  .meta({
    id: 'CancelAutomationRunsRequest',
    description: 'Which active runs to cancel. Without filters: all of the automation.',
    examples: [{ dry_run: true, position: '1' }],
  });

export const automationRunCancellation = z
  .object({
    object: objectName('automation_run_cancellation'),
    dry_run: flag('Whether the runs were only counted.'),
    runs: count('Number of runs that were canceled or counted by this request.', 120),
    next: lineOrNull(
      `Where to continue: send it as \`after\`. A request looks at up to ${canceledMax} runs, or ${countedMax} with \`dry_run\`. Null if there are no more.`,
      null,
    ),
  })
  .meta({ id: 'AutomationRunCancellation', description: 'Result of canceling runs by filter.' });
export type AutomationRunCancellation = z.infer<typeof automationRunCancellation>;
