import { unwrap } from '../../api/client';
import type { OperatorDomain } from '../../api/types';
import { personalApi } from '../../session/session';
import { resourceTexts as words } from '../../texts/operator-resources';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { EmptyState } from '../../ui/empty-state';
import { FilterBar, type Filter } from '../../ui/filter-bar';
import { ResourceList, type Column } from '../../ui/resource-list';
import { Time } from '../../ui/time';
import { useFilters } from '../../ui/use-filters';
import { useList } from '../../ui/use-list';
import { EditDomain } from './edit-domain';
import { numberText } from './figure-table';
import { OperatorPage } from './operator-page';

const names = ['organization', 'name'] as const;
const filterList: readonly Filter<(typeof names)[number]>[] = [
  { name: 'organization', label: words.domainFilters.organization },
  { name: 'name', label: words.domainFilters.name },
];

/** Sending domains of all organizations, with what operators set of them. */
export function OperatorDomainsPage() {
  return (
    <OperatorPage title={texts.navigation.pages.operatorDomains} description={words.domains}>
      <Domains />
    </OperatorPage>
  );
}

function Domains() {
  const [filters, change] = useFilters(names);
  const query = useList<OperatorDomain>({
    key: ['operator', 'domains', filters],
    read: (cursor) =>
      unwrap(personalApi.GET('/operator/domains', { params: { query: { ...filters, limit: 50, cursor } } })),
  });
  return (
    <>
      <FilterBar filters={filterList} values={filters} change={change} />
      <ResourceList
        label={texts.navigation.pages.operatorDomains}
        query={query}
        columns={columns}
        empty={<EmptyState title={words.noDomains} text={words.noDomainsText} />}
      />
    </>
  );
}

const columns: readonly Column<OperatorDomain>[] = [
  { title: words.domainColumns.name, width: 'minmax(0, 1.4fr)', cell: ({ name }) => name },
  {
    title: words.domainColumns.organization,
    width: '9rem',
    onPhone: false,
    cell: ({ organization }) => organization,
  },
  {
    title: words.domainColumns.status,
    width: '7.5rem',
    onPhone: false,
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  { title: words.domainColumns.transport, width: '7rem', onPhone: false, cell: ({ transport }) => transport },
  {
    title: words.domainColumns.cap,
    width: '6rem',
    onPhone: false,
    cell: ({ daily_cap: cap }) => (cap === null ? words.noCap : numberText(cap)),
  },
  {
    title: words.domainColumns.warmUp,
    width: '8rem',
    onPhone: false,
    cell: ({ warm_up_started_at: at }) => <Time at={at} />,
  },
  {
    title: words.domainColumns.actions,
    width: '5rem',
    alignEnd: true,
    cell: (domain) => <EditDomain domain={domain} />,
  },
];
