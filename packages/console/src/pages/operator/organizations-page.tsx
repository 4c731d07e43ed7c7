import { Link } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import type { OperatorOrganizationSummary } from '../../api/types';
import { personalApi } from '../../session/session';
import { organizationTexts as words } from '../../texts/operator';
import { texts } from '../../texts/texts';
import { EmptyState } from '../../ui/empty-state';
import { FilterBar, type Filter } from '../../ui/filter-bar';
import { ResourceList, type Column } from '../../ui/resource-list';
import { Time } from '../../ui/time';
import { useFilters } from '../../ui/use-filters';
import { useList } from '../../ui/use-list';
import list from '../../ui/ui.module.css';
import { CreateOrganization } from './create-organization';
import { OperatorPage } from './operator-page';
import { SendingState } from './sending-state';

const names = ['search', 'kind', 'plan', 'state'] as const;
const filterList: readonly Filter<(typeof names)[number]>[] = [
  { name: 'search', label: words.filters.search },
  { name: 'kind', label: words.filters.kind, options: ['internal', 'client'] },
  { name: 'plan', label: words.filters.plan, options: ['free', 'starter', 'scale', 'internal'] },
  { name: 'state', label: words.filters.state, options: ['paused', 'under_review'] },
];

export function OrganizationsPage() {
  return (
    <OperatorPage
      title={texts.navigation.pages.organizations}
      description={words.description}
      actions={<CreateOrganization />}
    >
      <Organizations />
    </OperatorPage>
  );
}

function Organizations() {
  const [filters, change] = useFilters(names);
  const { kind, plan, state, search } = filters;
  const query = useList<OperatorOrganizationSummary>({
    key: ['operator', 'organizations', filters],
    read: (cursor) =>
      unwrap(
        personalApi.GET('/operator/organizations', {
          params: {
            query: {
              kind: kind as OperatorOrganizationSummary['kind'],
              plan: plan as OperatorOrganizationSummary['plan'],
              state: state as 'paused' | 'under_review',
              ...{ search, limit: 50, cursor },
            },
          },
        }),
      ),
  });
  return (
    <>
      <FilterBar filters={filterList} values={filters} change={change} />
      <ResourceList
        label={texts.navigation.pages.organizations}
        query={query}
        columns={columns}
        empty={<EmptyState title={words.none} text={words.noneText} />}
      />
    </>
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
  { title: words.columns.slug, width: 'minmax(0, 1fr)', onPhone: false, cell: ({ slug }) => slug },
  { title: words.columns.kind, width: '6rem', onPhone: false, cell: ({ kind }) => kind },
  { title: words.columns.plan, width: '6rem', onPhone: false, cell: ({ plan }) => plan },
  {
    title: words.columns.state,
    width: '8.5rem',
    cell: (organization) => <SendingState organization={organization} />,
  },
  {
    title: words.columns.created,
    width: '7rem',
    alignEnd: true,
    onPhone: false,
    cell: ({ created_at: at }) => <Time at={at} />,
  },
];
