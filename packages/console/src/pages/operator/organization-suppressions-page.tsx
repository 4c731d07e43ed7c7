import { settle, unwrap } from '../../api/client';
import type { Suppression } from '../../api/types';
import { personalApi } from '../../session/session';
import { PendingPage } from '../../shell/pending-page';
import { audienceTexts as words } from '../../texts/operator-audience';
import { suppressionTexts } from '../../texts/suppressions';
import { BackLink } from '../../ui/back-link';
import { StatusBadge } from '../../ui/badge';
import { timeColumn } from '../../ui/columns';
import { ConfirmButton } from '../../ui/confirm-button';
import { EmptyState } from '../../ui/empty-state';
import { FilterBar, type Filter } from '../../ui/filter-bar';
import { ResourceList, type Column } from '../../ui/resource-list';
import { Time } from '../../ui/time';
import { useChange } from '../../ui/use-change';
import { useFilters } from '../../ui/use-filters';
import { useList } from '../../ui/use-list';
import { usePathId } from '../../ui/use-path-id';
import { OperatorPage } from './operator-page';
import { useOrganization } from './use-organization';

const names = ['email', 'reason'] as const;
const filterList: readonly Filter<(typeof names)[number]>[] = [
  { name: 'email', label: suppressionTexts.filters.address, wide: true },
  { name: 'reason', label: suppressionTexts.filters.reason, options: Object.keys(suppressionTexts.reasons) },
];

/** Suppressions of an organization. */
export function OrganizationSuppressionsPage() {
  const id = usePathId();
  const query = useOrganization(id);
  const { data } = query;
  if (data === undefined) return <PendingPage query={query} />;
  return (
    <>
      <BackLink to={`/operator/organizations/${id}`} label={data.name} />
      <OperatorPage title={words.suppressionsOf(data.name)} description={words.suppressionsText}>
        <Suppressions id={id} />
      </OperatorPage>
    </>
  );
}

function Suppressions({ id }: { readonly id: string }) {
  const [filters, change] = useFilters(names);
  const reason = filters.reason as Suppression['reason'] | undefined;
  const query = useList<Suppression>({
    key: ['operator', 'suppressions', id, filters],
    read: (cursor) =>
      unwrap(
        personalApi.GET('/operator/organizations/{id}/suppressions', {
          params: { path: { id }, query: { email: filters.email, reason, limit: 50, cursor } },
        }),
      ),
  });
  return (
    <>
      <FilterBar filters={filterList} values={filters} change={change} />
      <ResourceList
        label={words.suppressions}
        query={query}
        columns={columnsOf(id)}
        empty={<EmptyState title={words.noSuppressions} text={words.noSuppressionsText} />}
      />
    </>
  );
}

const { columns: titles } = suppressionTexts;
const columnsOf = (organizationId: string): readonly Column<Suppression>[] => [
  { title: titles.address, width: 'minmax(0, 1.6fr)', cell: ({ email }) => email },
  {
    title: titles.reason,
    width: '8rem',
    onPhone: false,
    cell: ({ reason }) => <StatusBadge status={suppressionTexts.reasons[reason]} tone="plain" />,
  },
  {
    title: titles.scope,
    width: 'minmax(0, 1fr)',
    onPhone: false,
    cell: ({ domain }) => domain ?? suppressionTexts.organization,
  },
  {
    title: titles.expires,
    width: '7rem',
    onPhone: false,
    cell: ({ expires_at: at }) => <Time at={at ?? null} never={suppressionTexts.never} />,
  },
  timeColumn(titles.created, ({ created_at: at }) => at),
  {
    title: words.actions,
    width: '6rem',
    alignEnd: true,
    cell: (entry) => <Remove organizationId={organizationId} entry={entry} />,
  },
];

function Remove({
  organizationId,
  entry: { id, email },
}: {
  readonly organizationId: string;
  readonly entry: Suppression;
}) {
  const remove = useChange({
    run: () =>
      settle(
        personalApi.DELETE('/operator/organizations/{id}/suppressions/{suppression_id}', {
          params: { path: { id: organizationId, suppression_id: id } },
        }),
      ),
    message: words.removed,
    showsError: true,
  });
  return (
    <ConfirmButton
      size="compact-sm"
      title={words.removeTitle(email)}
      text={suppressionTexts.removeText}
      action={suppressionTexts.remove}
      run={() => remove.mutateAsync()}
      isPending={remove.isPending}
      error={remove.error}
    >
      {suppressionTexts.remove}
    </ConfirmButton>
  );
}
