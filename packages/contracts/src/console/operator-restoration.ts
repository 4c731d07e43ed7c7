import { z } from 'zod';
import { count, flag, line, objectName, time, timeOrNull } from '../fields/fields';
import { lineOfText } from '../fields/text';

const kind = z.enum(['broadcasts', 'runs']);
const change = z.enum(['release', 'cancel']);

export const operatorRestorations = z
  .object({
    object: objectName('operator_restorations'),
    restorations: z
      .array(
        z
          .object({
            found_at: time('When the restored database was recognized.'),
            reason: line('How it was recognized.', 'operator'),
            held_at: timeOrNull('When all due email was held. Null: workers are holding it.'),
            messages: count('Messages that were held then.', 1_200),
            broadcasts: count('Broadcasts that were held then.', 2),
            runs: count('Automation runs that were held then.', 340),
          })
          .meta({ id: 'Restoration', description: 'A backup of the database that was restored.' }),
      )
      .meta({ description: 'The newest 100, newest first.' }),
    held: z
      .array(
        z
          .object({
            organization: line('Slug of the organization.', 'acme'),
            messages: count('Held messages.', 12),
            broadcasts: count('Held broadcasts.', 1),
            runs: count('Held automation runs.', 3),
          })
          .meta({ id: 'HeldAfterRestoration', description: 'What is still held, of an organization.' }),
      )
      .meta({ description: 'Organizations with something that is still held.' }),
  })
  .meta({ id: 'OperatorRestorations', description: 'Restored backups, and what is still held.' });
export type OperatorRestorations = z.infer<typeof operatorRestorations>;

export const changeRestoredRequest = z
  .object({
    kind: kind.meta({ description: 'What is changed.', examples: ['broadcasts'] }),
    change: change.meta({
      description: 'What is done. `release`: it continues where it stopped. `cancel`: it ends.',
      examples: ['release'],
    }),
    organization: lineOfText()
      .min(1)
      .max(64)
      .optional()
      .meta({ description: 'Only of the organization with this id or slug.', examples: ['acme'] }),
    dry_run: z.boolean().meta({ description: 'Whether they are only counted.', examples: [true] }),
  })
  .meta({
    id: 'ChangeRestoredRequest',
    description: 'What is done to held broadcasts or automation runs.',
    examples: [{ kind: 'broadcasts', change: 'release', dry_run: true }],
  });

export const restoredChanged = z
  .object({
    object: objectName('restored_change'),
    kind: kind.meta({ description: 'What was changed.' }),
    change: change.meta({ description: 'What was done.' }),
    dry_run: flag('Whether they were only counted.'),
    count: count('How many were changed, or would be.', 340),
    is_more: flag('Whether there may be more: repeat the request.'),
  })
  .meta({ id: 'RestoredChange', description: 'A change of what was held after restoring a backup.' });
