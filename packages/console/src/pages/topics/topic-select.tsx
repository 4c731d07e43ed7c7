import {
  MultiSelect,
  Select,
  type MultiSelectProps,
  type OptionsFilter,
  type SelectProps,
} from '@mantine/core';
import { Suspense, useState } from 'react';
import { useHasRole } from '../../session/scope';
import { useAll } from '../../session/use-read';
import { topicTexts as words } from '../../texts/contacts';
import { lazyCode } from '../../ui/lazy-code';

const TopicForm = lazyCode(async () => ({ default: (await import('./topic-form')).TopicForm }));

/** The topics of the organization, which every role may list; none while they are loaded. */
export function useTopics() {
  return useAll('/topics').data ?? [];
}

/** The name of a topic; its slug where the topic no longer exists. */
export function useTopicName(): (slug: string) => string {
  const names = new Map(useTopics().map(({ slug, name }) => [slug, name]));
  return (slug) => names.get(slug) ?? slug;
}

/** Chooses a topic by its slug, or creates one. */
export function TopicSelect({ onChange, ...props }: Omit<SelectProps, 'data'>) {
  const { select, create, creation } = useTopicSelect((slug) =>
    onChange?.(slug, { value: slug, label: slug }),
  );
  return (
    <>
      <Select
        {...select}
        {...props}
        onChange={(slug, option) => {
          if (slug === createOption) create();
          else onChange?.(slug, option);
        }}
      />
      {creation}
    </>
  );
}

/** Chooses several topics by their slugs, or creates one. */
export function TopicsSelect({ onChange, ...props }: Omit<MultiSelectProps, 'data'>) {
  const { select, create, creation } = useTopicSelect((slug) => onChange?.([...(props.value ?? []), slug]));
  return (
    <>
      <MultiSelect
        clearable
        {...select}
        {...props}
        onChange={(slugs) => {
          if (slugs.includes(createOption)) create();
          else onChange?.(slugs);
        }}
      />
      {creation}
    </>
  );
}

/** No slug has a colon. */
const createOption = ':create';

/** Whatever is searched for, one can be created. */
const filter: OptionsFilter = ({ options, search }) =>
  options.filter(
    (option) =>
      'value' in option &&
      (option.value === createOption || option.label.toLowerCase().includes(search.trim().toLowerCase())),
  );

function useTopicSelect(choose: (slug: string) => void) {
  const topics = useTopics();
  const canCreate = useHasRole('admin');
  const [isCreating, setCreating] = useState(false);
  const data = topics.map(({ slug, name }) => ({ value: slug, label: name }));
  return {
    select: {
      searchable: true,
      filter,
      nothingFoundMessage: words.none,
      data: canCreate ? [...data, { value: createOption, label: words.createNew }] : data,
    },
    create: () => setCreating(true),
    creation: isCreating && (
      <Suspense>
        <TopicForm topic={undefined} created={choose} close={() => setCreating(false)} />
      </Suspense>
    ),
  };
}

/** Topics by their names. */
export function TopicNames({ slugs }: { readonly slugs: readonly string[] }) {
  return slugs.map(useTopicName()).join(', ');
}
