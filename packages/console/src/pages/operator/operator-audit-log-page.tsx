import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { AuditEntry, OperatorAuditEntry } from '../../api/types';
import { personalApi } from '../../session/session';
import { auditLog } from '../../texts/audit-log';
import { operatorUserTexts as words } from '../../texts/operator-users';
import { texts } from '../../texts/texts';
import { EmptyState } from '../../ui/empty-state';
import { FilterBar, type Filter } from '../../ui/filter-bar';
import { ResourceList, type Column } from '../../ui/resource-list';
import { useFilters } from '../../ui/use-filters';
import { useList } from '../../ui/use-list';
import { AuditEntryDrawer, auditColumns } from '../audit-log/audit-entry';
import { OperatorPage } from './operator-page';

const names = ['organization', 'action', 'actor', 'name', 'target', 'since', 'until'] as const;
const actors: readonly OperatorAuditEntry['actor']['type'][] = ['operator', 'user', 'key', 'system'];
const filterList: readonly Filter<(typeof names)[number]>[] = [
  { name: 'organization', label: words.filters.organization },
  { name: 'action', label: auditLog.filters.action },
  { name: 'actor', label: words.filters.actor, options: actors },
  { name: 'name', label: words.filters.name, rare: true },
  { name: 'target', label: auditLog.filters.target, rare: true },
];

/** Changes of the platform and of all organizations. */
export function OperatorAuditLogPage() {
  return (
    <OperatorPage title={texts.navigation.pages.operatorAuditLog} description={words.auditLog}>
      <Entries />
    </OperatorPage>
  );
}

function Entries() {
  const [filters, change] = useFilters(names);
  const [open, setOpen] = useState<AuditEntry | null>(null);
  const given = { ...filters, actor: actors.find((each) => each === filters.actor) };
  const query = useList<OperatorAuditEntry>({
    key: ['operator', 'audit-log', given],
    read: (cursor) =>
      unwrap(personalApi.GET('/operator/audit-log', { params: { query: { ...given, limit: 50, cursor } } })),
  });
  return (
    <>
      <FilterBar filters={filterList} values={filters} change={change} time />
      <ResourceList
        label={texts.navigation.pages.operatorAuditLog}
        query={query}
        columns={[organizationColumn, ...auditColumns(setOpen)]}
        empty={<EmptyState title={auditLog.none} text={auditLog.noneText} />}
      />
      <AuditEntryDrawer entry={open} close={() => setOpen(null)} />
    </>
  );
}

const organizationColumn: Column<OperatorAuditEntry> = {
  title: words.filters.organization,
  width: '9rem',
  onPhone: false,
  cell: ({ organization }) => organization ?? words.platform,
};
