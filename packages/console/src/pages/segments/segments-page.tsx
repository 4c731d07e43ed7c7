import { Link } from '@tanstack/react-router';
import type { Segment } from '../../api/types';
import { useHasRole } from '../../session/scope';
import { segmentTexts as words } from '../../texts/segments';
import { texts } from '../../texts/texts';
import { detailColumn, timeColumn } from '../../ui/columns';
import { ListPage } from '../../ui/list-page';
import type { Column } from '../../ui/resource-list';
import { useList } from '../../ui/use-list';
import list from '../../ui/ui.module.css';
import { FilterSentence } from './filter-sentence';
import { editedFilter } from './segment-conditions';

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
  detailColumn(words.columns.conditions, 'minmax(0, 2fr)', ({ filter: stored }) => {
    const filter = editedFilter(stored);
    return filter !== null && <FilterSentence filter={filter} />;
  }),
  {
    title: words.columns.count,
    width: '8rem',
    alignEnd: true,
    cell: ({ contact_count: count }) => (count === null ? words.notCounted : numbers.format(count)),
  },
  timeColumn(words.columns.counted, ({ counted_at: at }) => at),
  timeColumn(words.columns.created, ({ created_at: at }) => at),
];

const createRequest = {
  method: 'POST',
  path: '/segments',
  docs: 'segments',
  body: { name: 'London', filter: { all: [{ property: 'city', op: 'eq', value: 'London' }] } },
} as const;

export function SegmentsPage() {
  const canChange = useHasRole('admin');
  const query = useList('/segments');
  return (
    <ListPage
      title={texts.navigation.pages.segments}
      description={words.description}
      curl={{ path: '/segments', docs: 'segments' }}
      query={query}
      columns={columns}
      create={canChange && { label: words.create, to: '/segments/new' }}
      empty={words}
      createCurl={createRequest}
    />
  );
}
