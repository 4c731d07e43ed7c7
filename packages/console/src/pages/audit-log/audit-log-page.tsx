import { useState } from 'react';
import type { AuditEntry } from '../../api/types';
import { auditLog as words } from '../../texts/audit-log';
import { texts } from '../../texts/texts';
import type { Filter } from '../../ui/filter-bar';
import { ListPage } from '../../ui/list-page';
import { useFilters } from '../../ui/use-filters';
import { useList } from '../../ui/use-list';
import { AuditEntryDrawer, auditColumns } from './audit-entry';

const names = ['action', 'actor', 'target', 'since', 'until'] as const;
const filterList: readonly Filter<(typeof names)[number]>[] = [
  { name: 'action', label: words.filters.action, wide: true },
  { name: 'actor', label: words.filters.actor },
  { name: 'target', label: words.filters.target },
];

export function AuditLogPage() {
  const [filters, change] = useFilters(names);
  const [open, setOpen] = useState<AuditEntry | null>(null);
  const query = useList('/audit-log', { query: filters });
  return (
    <ListPage
      title={texts.navigation.pages.auditLog}
      description={words.description}
      curl={{ path: '/audit-log', docs: 'audit-log' }}
      query={query}
      columns={auditColumns(setOpen)}
      filters={{ filters: filterList, values: filters, change, time: true }}
      empty={words}
    >
      <AuditEntryDrawer entry={open} close={() => setOpen(null)} />
    </ListPage>
  );
}
