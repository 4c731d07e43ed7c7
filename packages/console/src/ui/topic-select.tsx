import { MultiSelect, Select, type MultiSelectProps, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../api/client';
import { useScope } from '../session/scope';

/** The first hundred topics, which every role may list. */
export function useTopics() {
  const { api, queryKey } = useScope();
  const { data } = useQuery({
    queryKey: [...queryKey, 'topics'],
    queryFn: () => unwrap(api.GET('/topics', { params: { query: { limit: 100 } } })),
  });
  return data?.data ?? [];
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
