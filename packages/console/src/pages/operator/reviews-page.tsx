import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { OperatorReviewSummary } from '../../api/types';
import { reviewTexts as words } from '../../texts/operator';
import { texts } from '../../texts/texts';
import { detailColumn, timeColumn } from '../../ui/columns';
import type { Column } from '../../ui/resource-list';
import { searchOf } from '../../ui/search-of';
import list from '../../ui/ui.module.css';
import { OperatorListPage } from './operator-list-page';

/** Emails that wait for the decision of an operator. */
export function ReviewsPage() {
  return (
    <OperatorListPage
      path="/operator/reviews"
      title={texts.navigation.pages.reviews}
      description={words.description}
      filters={[{ name: 'organization', label: words.organization }]}
      columns={columns}
      empty={words}
      above={
        <Anchor
          component={Link}
          to="/operator/organizations"
          search={searchOf({ state: 'under_review' })}
          size="sm"
          display="block"
          w="fit-content"
          mb="sm"
        >
          {words.organizations}
        </Anchor>
      }
    />
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
  detailColumn(words.columns.from, 'minmax(0, 1.2fr)', ({ from }) => from),
  {
    title: words.columns.reasons,
    width: 'minmax(0, 1fr)',
    onPhone: false,
    cell: ({ reasons }) => reasons.map(({ code }) => code).join(', '),
  },
  timeColumn(words.columns.created, ({ created_at: at }) => at),
];
