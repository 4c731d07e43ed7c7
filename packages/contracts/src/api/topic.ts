import { z } from 'zod';
import { lineOfText, text } from './text';

const name = lineOfText().trim().min(1, 'required').max(120);
const description = text().trim().max(500).nullable();

export const createTopicRequest = z
  .object({
    slug: z
      .string()
      .min(1, 'required')
      .max(64)
      .regex(/^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/, 'a-z 0-9, and . _ - between them'),
    name,
    description: description.optional(),
    default_opt_in: z
      .boolean()
      .default(false)
      .meta({ description: 'true: a contact that never chose counts as subscribed' }),
  })
  .meta({ id: 'CreateTopicRequest' });

/** Fields left out stay; null clears. The slug stays: segments and broadcasts name the topic by it. */
export const updateTopicRequest = z
  .object({
    name: name.optional(),
    description: description.optional(),
    default_opt_in: z.boolean().optional(),
  })
  .meta({ id: 'UpdateTopicRequest' });

export const topicResource = z
  .object({
    object: z.literal('topic'),
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    default_opt_in: z.boolean(),
    created_at: z.string(),
  })
  .meta({ id: 'Topic' });
export type TopicResource = z.infer<typeof topicResource>;
