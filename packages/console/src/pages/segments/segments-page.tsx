import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { unwrap } from '../../api/client';
import type { Segment } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { segmentTexts as words } from '../../texts/segments';
import { texts } from '../../texts/texts';
import { curlOf } from '../../ui/curl';
import { EmptyState } from '../../ui/empty-state';
import { PageHeader } from '../../ui/page-header';
import { ResourceList, type Column } from '../../ui/resource-list';
import { Time } from '../../ui/time';
import { useList } from '../../ui/use-list';
import list from '../../ui/ui.module.css';

const numbers = new Intl.NumberFormat('en');

const columns: readonly Column<Segment>[] = [
  {
    title: words.columns.name,
    width: 'minmax(0, 2fr)',
    cell: ({ id, name }) => (
      <Link to="/segments/$id" params={{ id }} className={list.rowLink}>
        {name}
      </Link>
    ),
  },
  {
    title: words.columns.count,
    width: '8rem',
    alignEnd: true,
    cell: ({ contact_count: count }) => (count === null ? words.notCounted : numbers.format(count)),
  },
  {
    title: words.columns.counted,
    width: '8rem',
    onPhone: false,
    alignEnd: true,
    cell: ({ counted_at: at }) => <Time at={at} />,
  },
  {
    title: words.columns.created,
    width: '8rem',
    onPhone: false,
    alignEnd: true,
    cell: ({ created_at: at }) => <Time at={at} />,
  },
];

const createRequest = {
  method: 'POST',
  path: '/segments',
  docs: 'segments',
  body: { name: 'London', filter: { all: [{ property: 'city', op: 'eq', value: 'London' }] } },
} as const;

export function SegmentsPage() {
  const { api } = useScope();
  const canChange = useHasRole('admin');
  const query = useList<Segment>({
    key: ['segments'],
    read: (cursor) => unwrap(api.GET('/segments', { params: { query: { limit: 50, cursor } } })),
  });
  const create = canChange && (
    <Button component={Link} to="/segments/new" leftSection={<Plus size={14} />}>
      {words.create}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={texts.navigation.pages.segments}
        description={words.description}
        curl={{ path: '/segments', docs: 'segments' }}
      >
        {create}
      </PageHeader>
      <ResourceList
        label={texts.navigation.pages.segments}
        query={query}
        columns={columns}
        empty={
          <EmptyState
            title={words.none}
            text={words.noneText}
            action={create || undefined}
            snippet={curlOf(createRequest)}
          />
        }
      />
    </>
  );
}
