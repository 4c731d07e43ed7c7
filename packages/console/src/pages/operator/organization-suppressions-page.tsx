import { settle } from '../../api/client';
import type { Suppression } from '../../api/types';
import { personalApi } from '../../session/session';
import { PendingPage } from '../../shell/pending-page';
import { audienceTexts as words } from '../../texts/operator-audience';
import { suppressionTexts } from '../../texts/suppressions';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { detailColumn, timeColumn } from '../../ui/columns';
import { ConfirmButton } from '../../ui/confirm-button';
import type { Column } from '../../ui/resource-list';
import { Time } from '../../ui/time';
import { usePathId } from '../../ui/use-path-id';
import { OperatorListPage } from './operator-list-page';
import { useOrganization } from './use-organization';

const filters = [
  { name: 'email', label: suppressionTexts.filters.address, wide: true },
  { name: 'reason', label: suppressionTexts.filters.reason, options: suppressionTexts.reasons },
] as const;

/** Suppressions of an organization. */
export function OrganizationSuppressionsPage() {
  const id = usePathId();
  const query = useOrganization(id);
  const { data } = query;
  if (data === undefined) return <PendingPage query={query} />;
  return (
    <OperatorListPage
      parent={{
        ...{ to: `/operator/organizations/${id}`, label: data.name },
        parent: { to: '/operator/organizations', label: texts.navigation.pages.organizations },
      }}
      path="/operator/organizations/{id}/suppressions"
      pathParams={{ id }}
      title={words.suppressionsOf(data.name)}
      description={words.suppressionsText}
      filters={filters}
      columns={columnsOf(id)}
      empty={{ none: words.noSuppressions, noneText: words.noSuppressionsText }}
    />
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
  detailColumn(titles.scope, 'minmax(0, 1fr)', ({ domain }) => domain ?? suppressionTexts.organization),
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
  return (
    <ConfirmButton
      size="compact-sm"
      title={words.removeTitle(email)}
      text={suppressionTexts.removeText}
      action={suppressionTexts.remove}
      run={() =>
        settle(
          personalApi.DELETE('/operator/organizations/{id}/suppressions/{suppression_id}', {
            params: { path: { id: organizationId, suppression_id: id } },
          }),
        )
      }
      message={words.removed}
    />
  );
}
