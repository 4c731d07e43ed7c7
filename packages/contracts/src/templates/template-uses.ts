import { z } from 'zod';
import { flag, line, objectName } from '../fields/fields';
import { sample } from '../fields/sample';
import { automationStatuses, broadcastStatuses } from '../statuses/statuses';

/** Of the broadcasts that use a template, the newest are shown. */
export const templateUsesMax = 20;

export const templateUses = z
  .object({
    object: objectName('template_uses'),
    automations: z
      .array(
        z
          .object({
            id: line('Id of the automation.', sample.automationId),
            name: line('Name of the automation.', 'Welcome'),
            status: z.enum(automationStatuses).meta({ description: 'Status of the automation.' }),
          })
          .meta({ id: 'TemplateAutomation', description: 'An automation that uses the template.' }),
      )
      .meta({
        description: 'Automations whose current steps name the template by id or slug, newest first.',
      }),
    broadcasts: z
      .array(
        z
          .object({
            id: line('Id of the broadcast.', sample.broadcastId),
            name: line('Name of the broadcast.', 'News in March'),
            status: z.enum(broadcastStatuses).meta({ description: 'Status of the broadcast.' }),
          })
          .meta({ id: 'TemplateBroadcast', description: 'A broadcast that uses the template.' }),
      )
      .meta({ description: `Broadcasts that use the template, newest first, up to ${templateUsesMax}.` }),
    broadcasts_truncated: flag(
      'Whether there can be more broadcasts: more than are shown, or older than the newest 2,000 of the organization.',
    ),
  })
  .meta({ id: 'TemplateUses', description: 'Where a template is used.' });
export type TemplateUses = z.infer<typeof templateUses>;
