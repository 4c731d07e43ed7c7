import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { Topic } from '../../api/types';
import { useHasRole } from '../../session/scope';
import { topicTexts as words } from '../../texts/contacts';
import { texts } from '../../texts/texts';
import { timeColumn } from '../../ui/columns';
import { ListPage } from '../../ui/list-page';
import type { Column } from '../../ui/resource-list';
import { useFilterCounts } from '../../ui/use-filter-preview';
import { useList } from '../../ui/use-list';
import list from '../../ui/ui.module.css';
import { TopicForm } from './topic-form';
import { subscribersOf } from './topic-subscribers';

const numbers = new Intl.NumberFormat('en');

const createRequest = {
  method: 'POST',
  path: '/topics',
  docs: 'topics',
  body: { slug: 'news', name: 'Product news' },
} as const;

export function TopicsPage() {
  const canChange = useHasRole('admin');
  const [edited, setEdited] = useState<Topic | 'new' | null>(null);
  const query = useList('/topics');
  const slugs = query.data?.pages.flatMap(({ data }) => data.map(({ slug }) => slug)) ?? [];
  const counts = useFilterCounts(slugs.map(subscribersOf));
  const subscribers = new Map(slugs.map((slug, index) => [slug, counts[index]]));
  return (
    <ListPage
      title={words.title}
      description={words.description}
      curl={{ path: '/topics', docs: 'topics' }}
      query={query}
      columns={columnsOf(subscribers, canChange ? setEdited : undefined)}
      create={canChange && { label: words.create, open: () => setEdited('new') }}
      empty={words}
      createCurl={createRequest}
    >
      {edited !== null && (
        <TopicForm topic={edited === 'new' ? undefined : edited} close={() => setEdited(null)} />
      )}
    </ListPage>
  );
}

function columnsOf(
  subscribers: ReadonlyMap<string, number | null | undefined>,
  edit: ((topic: Topic) => void) | undefined,
): readonly Column<Topic>[] {
  return [
    {
      title: words.columns.name,
      width: 'minmax(0, 1.5fr)',
      cell: (topic) =>
        edit === undefined ? (
          topic.name
        ) : (
          <UnstyledButton className={list.rowLink} fz="inherit" onClick={() => edit(topic)}>
            {topic.name}
          </UnstyledButton>
        ),
    },
    {
      title: words.columns.slug,
      width: 'minmax(0, 1fr)',
      onPhone: false,
      cell: ({ slug }) => <span className="mono">{slug}</span>,
    },
    {
      title: words.columns.subscribers,
      width: '7rem',
      alignEnd: true,
      cell: ({ slug }) => {
        const count = subscribers.get(slug);
        if (count === undefined) return texts.common.none;
        return count === null ? words.counting : numbers.format(count);
      },
    },
    {
      title: words.columns.optIn,
      width: '8rem',
      cell: ({ default_opt_in: optIn }) => words.optInShort[optIn ? 'true' : 'false'],
    },
    {
      title: words.columns.visibility,
      width: '6rem',
      onPhone: false,
      cell: ({ visibility }) => words.visibilities[visibility],
    },
    timeColumn(words.columns.created, ({ created_at: at }) => at),
  ];
}
