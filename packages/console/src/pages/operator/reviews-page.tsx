import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import type { OperatorReviewSummary } from '../../api/types';
import { personalApi } from '../../session/session';
import { reviewTexts as words } from '../../texts/operator';
import { texts } from '../../texts/texts';
import { EmptyState } from '../../ui/empty-state';
import { FilterBar, type Filter } from '../../ui/filter-bar';
import { ResourceList, type Column } from '../../ui/resource-list';
import { searchOf } from '../../ui/search-of';
import { Time } from '../../ui/time';
import { useFilters } from '../../ui/use-filters';
import { useList } from '../../ui/use-list';
import list from '../../ui/ui.module.css';
import { OperatorPage } from './operator-page';

const names = ['organization'] as const;
const filterList: readonly Filter<(typeof names)[number]>[] = [
  { name: 'organization', label: words.organization },
];

/** Emails that wait for the decision of an operator. */
export function ReviewsPage() {
  return (
    <OperatorPage title={texts.navigation.pages.reviews} description={words.description}>
      <Reviews />
    </OperatorPage>
  );
}

function Reviews() {
  const [filters, change] = useFilters(names);
  const query = useList<OperatorReviewSummary>({
    key: ['operator', 'reviews', filters],
    read: (cursor) =>
      unwrap(personalApi.GET('/operator/reviews', { params: { query: { ...filters, limit: 50, cursor } } })),
  });
  return (
    <>
      <FilterBar filters={filterList} values={filters} change={change} />
      <Anchor
        component={Link}
        to="/operator/organizations"
        search={searchOf({ state: 'under_review' })}
        size="sm"
      >
        {words.organizations}
      </Anchor>
      <ResourceList
        label={texts.navigation.pages.reviews}
        query={query}
        columns={columns}
        empty={<EmptyState title={words.none} text={words.noneText} />}
      />
    </>
  );
}

const columns: readonly Column<OperatorReviewSummary>[] = [
  {
    title: words.columns.subject,
    width: 'minmax(0, 1.4fr)',
    cell: ({ id, subject }) => (
      <Link to="/operator/reviews/$id" params={{ id }} className={list.rowLink}>
        {subject === '' ? words.noSubject : subject}
      </Link>
    ),
  },
  { title: words.columns.organization, width: '9rem', cell: ({ organization }) => organization },
  { title: words.columns.from, width: 'minmax(0, 1.2fr)', onPhone: false, cell: ({ from }) => from },
  {
    title: words.columns.reasons,
    width: 'minmax(0, 1fr)',
    onPhone: false,
    cell: ({ reasons }) => reasons.map(({ code }) => code).join(', '),
  },
  {
    title: words.columns.created,
    width: '6.5rem',
    alignEnd: true,
    onPhone: false,
    cell: ({ created_at: at }) => <Time at={at} />,
  },
];
