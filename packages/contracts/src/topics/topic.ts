import { z } from 'zod';
import { createdAt, flag, line, lineOrNull, objectName } from '../fields/fields';
import { sample } from '../fields/sample';
import { lineOfText, text } from '../fields/text';

const name = lineOfText()
  .trim()
  .min(1, 'required')
  .max(120)
  .meta({ description: 'Name shown to subscribers, 1 to 120 characters.', examples: ['News'] });
const description = text()
  .trim()
  .max(500)
  .nullable()
  .optional()
  .meta({
    description: 'Description shown on the preferences page, up to 500 characters. Null: none.',
    examples: ['What is new at Acme, once a month'],
  });
const defaultOptIn =
  'Whether contacts that have not chosen count as subscribed. Keep it false for topics that require consent.';

export const topicVisibilities = ['public', 'private'] as const;
const visibility = z.enum(topicVisibilities);
const visibilityMeaning =
  '`public`: shown on the preferences page. `private`: not shown there, but unsubscribe links still end the subscription.';
const archive =
  'Whether the broadcasts of the topic are listed on a public page, without personal content. Each broadcast can be left out with `in_archive`.';

export const createTopicRequest = z
  .object({
    slug: z
      .string()
      .min(1, 'required')
      .max(64)
      .regex(/^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/, 'a-z 0-9, and . _ - between them')
      .meta({
        description:
          'Slug that segments, broadcasts and contacts refer to: up to 64 characters a-z 0-9 . _ -. Cannot be changed.',
        examples: ['news'],
      }),
    name,
    description,
    default_opt_in: z.boolean().default(false).meta({ description: defaultOptIn }),
    visibility: visibility.default('public').meta({ description: visibilityMeaning }),
    archive: z.boolean().default(false).meta({ description: archive }),
  })
  .meta({
    id: 'CreateTopicRequest',
    description: 'A topic to create.',
    examples: [{ slug: 'news', name: 'News', description: 'What is new at Acme, once a month' }],
  });

/** Absent fields do not change; null clears. The slug stays: segments and broadcasts name the topic by it. */
export const updateTopicRequest = z
  .object({
    name: name.optional(),
    description,
    default_opt_in: z.boolean().optional().meta({ description: defaultOptIn }),
    visibility: visibility.optional().meta({ description: visibilityMeaning }),
    archive: z.boolean().optional().meta({ description: archive }),
  })
  .meta({
    id: 'UpdateTopicRequest',
    description: 'Fields to change. Missing fields keep their values.',
    examples: [{ name: 'Monthly news' }],
  });

export const topicResource = z
  .object({
    object: objectName('topic'),
    id: line('Id of the topic.', sample.topicId),
    slug: line('Slug of the topic.', 'news'),
    name: line('Name shown to subscribers.', 'News'),
    description: lineOrNull(
      'Description shown on the preferences page. Null: none.',
      'What is new at Acme, once a month',
    ),
    default_opt_in: flag(defaultOptIn),
    visibility: visibility.meta({ description: visibilityMeaning, examples: ['public'] }),
    archive: flag(archive),
    archive_url: lineOrNull(
      'URL of the archive page, which stays the same when the archive is turned off and on again. Null: it is off.',
      'https://links.acme.example/a/news-3f9c2a7be01d4c55',
    ),
    created_at: createdAt('it was created'),
  })
  .meta({ id: 'Topic', description: 'A subject that contacts can subscribe to.' });
export type TopicResource = z.infer<typeof topicResource>;
