import type { OperatorDomain } from '../../api/types';
import { resourceTexts as words } from '../../texts/operator-resources';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { detailColumn } from '../../ui/columns';
import type { Column } from '../../ui/resource-list';
import { Time } from '../../ui/time';
import { EditDomain } from './edit-domain';
import { numberText } from './figure-table';
import { OperatorListPage } from './operator-list-page';

const filters = [
  { name: 'organization', label: words.domainFilters.organization },
  { name: 'name', label: words.domainFilters.name },
] as const;

/** Sending domains of all organizations, with what operators set of them. */
export function OperatorDomainsPage() {
  return (
    <OperatorListPage
      path="/operator/domains"
      title={texts.navigation.pages.operatorDomains}
      description={words.domains}
      filters={filters}
      columns={columns}
      empty={{ none: words.noDomains, noneText: words.noDomainsText }}
    />
  );
}

const columns: readonly Column<OperatorDomain>[] = [
  { title: words.domainColumns.name, width: 'minmax(0, 1.4fr)', cell: ({ name }) => name },
  detailColumn(words.domainColumns.organization, '9rem', ({ organization }) => organization),
  detailColumn(words.domainColumns.status, '7.5rem', ({ status }) => <StatusBadge status={status} />),
  detailColumn(words.domainColumns.transport, '7rem', ({ transport }) => transport),
  {
    title: words.domainColumns.cap,
    width: '6rem',
    onPhone: false,
    cell: ({ daily_cap: cap }) => (cap === null ? words.noCap : numberText(cap)),
  },
  detailColumn(words.domainColumns.warmUp, '8rem', ({ warm_up_started_at: at }) => <Time at={at} />),
  {
    title: words.domainColumns.actions,
    width: '5rem',
    alignEnd: true,
    cell: (domain) => <EditDomain domain={domain} />,
  },
];
