import { MultiSelect, Select, type MultiSelectProps, type SelectProps } from '@mantine/core';
import { useRead } from '../session/use-read';

/** The first hundred topics, which every role may list. */
export function useTopics() {
  const { data } = useRead('/topics', { query: { limit: 100 } });
  return data?.data ?? [];
}

/** The name of a topic; its slug where the topic no longer exists. */
export function useTopicName(): (slug: string) => string {
  const names = new Map(useTopics().map(({ slug, name }) => [slug, name]));
  return (slug) => names.get(slug) ?? slug;
}

/** Chooses a topic by its slug. */
export function TopicSelect(props: Omit<SelectProps, 'data'>) {
  const topics = useTopics();
  return (
    <Select searchable {...props} data={topics.map(({ slug, name }) => ({ value: slug, label: name }))} />
  );
}

/** Chooses several topics by their slugs. */
export function TopicsSelect(props: Omit<MultiSelectProps, 'data'>) {
  const topics = useTopics();
  return (
    <MultiSelect
      clearable
      searchable
      {...props}
      data={topics.map(({ slug, name }) => ({ value: slug, label: name }))}
    />
  );
}
