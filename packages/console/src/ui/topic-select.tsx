import { MultiSelect, Select, TextInput, type MultiSelectProps, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../api/client';
import { useScope } from '../session/scope';

/** The first hundred topics; null when the member may not list them. */
export function useTopics() {
  const { api, queryKey } = useScope();
  const { data, error } = useQuery({
    queryKey: [...queryKey, 'topics'],
    queryFn: () => unwrap(api.GET('/topics', { params: { query: { limit: 100 } } })),
  });
  return error === null ? (data?.data ?? []) : null;
}

/** Chooses a topic by its slug. Without the right to list topics, the slug is typed. */
export function TopicSelect(props: Omit<SelectProps, 'data'>) {
  const topics = useTopics();
  if (topics === null)
    return (
      <TextInput
        label={props.label}
        aria-label={props['aria-label']}
        size={props.size}
        value={props.value ?? ''}
        onChange={(event) => props.onChange?.(event.currentTarget.value, { value: '', label: '' })}
      />
    );
  return (
    <Select searchable {...props} data={topics.map(({ slug, name }) => ({ value: slug, label: name }))} />
  );
}

/** Chooses several topics by their slugs. */
export function TopicsSelect(props: Omit<MultiSelectProps, 'data'>) {
  const topics = useTopics() ?? [];
  return (
    <MultiSelect
      clearable
      searchable
      {...props}
      data={topics.map(({ slug, name }) => ({ value: slug, label: name }))}
    />
  );
}
