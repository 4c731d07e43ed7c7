import { z } from 'zod';
import { auditActor } from '../audit/audit-entry';
import { count, objectName, time } from '../fields/fields';
import { automationSummary } from './automation';
import { automationStep } from './automation-step';

/** Items of `GET /automations/{id_or_slug}/versions`. */
export const automationVersionSummary = z
  .object({
    object: objectName('automation_version'),
    version: count('Number of the version, from 1.', 3),
    trigger: automationSummary.shape.trigger,
    step_count: count('Number of steps, not counting those in branches.', 4),
    published_at: time('When the version was made.'),
    published_by: auditActor.nullable().meta({
      description: 'Who made the version. Null if it was made before this was stored.',
    }),
  })
  .meta({ id: 'AutomationVersionSummary', description: 'An automation version in a list.' });
export type AutomationVersionSummary = z.infer<typeof automationVersionSummary>;

export const automationVersionResource = automationVersionSummary
  .extend({ steps: z.array(automationStep).meta({ description: 'The steps in order.' }) })
  .meta({ id: 'AutomationVersion', description: 'A version of an automation. It never changes.' });
export type AutomationVersionResource = z.infer<typeof automationVersionResource>;
