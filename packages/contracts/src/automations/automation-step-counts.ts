import { z } from 'zod';
import { count, flag, line, objectName } from '../fields/fields';
import { sample } from '../fields/sample';

/** Runs at one step that are counted. */
export const waitingMax = 10_000;

const stepCounts = z
  .object({
    position: line('Position of the step, such as `0` or `2.then.1`.', '2.then.1'),
    type: line('Type of the step.', 'send'),
    waiting: count(`Number of runs that are at the step now, up to ${waitingMax}.`, 12),
    waiting_truncated: flag(`Whether more than ${waitingMax} runs are at the step.`),
    passed: count('Number of runs that have continued after the step, or completed with it.', 1_024),
    stopped: count(
      'Number of runs that ended at the step because the contact was deleted or cannot receive bulk email.',
      31,
    ),
    failed: count(
      'Number of runs for which the step failed. After a failed webhook step the run continues.',
      2,
    ),
    canceled: count('Number of runs that were canceled at the step.', 0),
  })
  .meta({ id: 'StepCounts', description: 'How many runs are at a step, and how many have left it.' });

export const automationStepCounts = z
  .object({
    object: objectName('automation_step_counts'),
    automation_id: line('Id of the automation.', sample.automationId),
    version: count('Current version of the automation, which the steps are of.', 1),
    waiting_in_older_versions: count(
      `Number of runs that are at a step of an older version now, up to ${waitingMax}.`,
      0,
    ),
    waiting_in_older_versions_truncated: flag(`Whether more than ${waitingMax} runs are in older versions.`),
    steps: z.array(stepCounts).meta({
      description: 'The steps in order. The steps in the branches of a condition follow it.',
    }),
  })
  .meta({
    id: 'AutomationStepCounts',
    description: 'Counts of the runs of an automation by step.',
  });
export type AutomationStepCounts = z.infer<typeof automationStepCounts>;
