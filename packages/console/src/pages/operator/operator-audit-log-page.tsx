import { useState } from 'react';
import type { AuditEntry, OperatorAuditEntry } from '../../api/types';
import { auditLog } from '../../texts/audit-log';
import { operatorUserTexts as words } from '../../texts/operator-users';
import { texts } from '../../texts/texts';
import type { Column } from '../../ui/resource-list';
import { AuditEntryDrawer, auditColumns } from '../audit-log/audit-entry';
import { OperatorListPage } from './operator-list-page';

const actors: readonly OperatorAuditEntry['actor']['type'][] = ['operator', 'user', 'key', 'system'];
const filters = [
  { name: 'organization', label: words.filters.organization },
  { name: 'action', label: auditLog.filters.action },
  { name: 'actor', label: words.filters.actor, options: actors },
  { name: 'name', label: words.filters.name, rare: true },
  { name: 'target', label: auditLog.filters.target, rare: true },
] as const;

/** Changes of the platform and of all organizations. */
export function OperatorAuditLogPage() {
  const [open, setOpen] = useState<AuditEntry | null>(null);
  return (
    <OperatorListPage
      path="/operator/audit-log"
      title={texts.navigation.pages.operatorAuditLog}
      description={words.auditLog}
      filters={filters}
      time
      columns={[organizationColumn, ...auditColumns(setOpen)]}
      empty={auditLog}
    >
      <AuditEntryDrawer entry={open} close={() => setOpen(null)} />
    </OperatorListPage>
  );
}

const organizationColumn: Column<OperatorAuditEntry> = {
  title: words.filters.organization,
  width: '9rem',
  onPhone: false,
  cell: ({ organization }) => organization ?? words.platform,
};
