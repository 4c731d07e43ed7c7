import { Link } from '@tanstack/react-router';
import type { OperatorOrganizationSummary } from '../../api/types';
import { organizationTexts as words } from '../../texts/operator';
import { texts } from '../../texts/texts';
import { detailColumn, timeColumn } from '../../ui/columns';
import type { Column } from '../../ui/resource-list';
import list from '../../ui/ui.module.css';
import { CreateOrganization } from './create-organization';
import { OperatorListPage } from './operator-list-page';
import { SendingState } from './sending-state';

const filters = [
  { name: 'search', label: words.filters.search },
  { name: 'kind', label: words.filters.kind, options: ['internal', 'client'] },
  { name: 'plan', label: words.filters.plan, options: ['free', 'starter', 'scale', 'internal'] },
  { name: 'state', label: words.filters.state, options: ['paused', 'under_review'] },
] as const;

export function OrganizationsPage() {
  return (
    <OperatorListPage
      path="/operator/organizations"
      title={texts.navigation.pages.organizations}
      description={words.description}
      actions={<CreateOrganization />}
      filters={filters}
      columns={columns}
      empty={words}
    />
  );
}

const columns: readonly Column<OperatorOrganizationSummary>[] = [
  {
    title: words.columns.name,
    width: 'minmax(0, 1.4fr)',
    cell: ({ id, name }) => (
      <Link to="/operator/organizations/$id" params={{ id }} className={list.rowLink}>
        {name}
      </Link>
    ),
  },
  detailColumn(words.columns.slug, 'minmax(0, 1fr)', ({ slug }) => slug),
  detailColumn(words.columns.kind, '6rem', ({ kind }) => kind),
  detailColumn(words.columns.plan, '6rem', ({ plan }) => plan),
  {
    title: words.columns.state,
    width: '8.5rem',
    cell: (organization) => <SendingState organization={organization} />,
  },
  timeColumn(words.columns.created, ({ created_at: at }) => at),
];
