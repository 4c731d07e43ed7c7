import type { TopicResource } from '@postrider/contracts';
import type { TopicRow } from './topics.repository';

export function presentTopic(row: TopicRow): TopicResource {
  return {
    object: 'topic',
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    default_opt_in: row.defaultOptIn,
    created_at: row.createdAt.toISOString(),
  };
}
