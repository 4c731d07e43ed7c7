import { Button, Drawer, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { Suppression } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { suppressionTexts as words } from '../../texts/suppressions';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { detailColumn, timeColumn } from '../../ui/columns';
import { saveFile } from '../../ui/download';
import type { Filter } from '../../ui/filter-bar';
import { ListPage } from '../../ui/list-page';
import type { HeaderAction } from '../../ui/page-header';
import type { Column } from '../../ui/resource-list';
import { BulkBar, useSelection } from '../../ui/selection';
import { Time } from '../../ui/time';
import { useChange } from '../../ui/use-change';
import { useFilters, type Filters } from '../../ui/use-filters';
import { useList } from '../../ui/use-list';
import list from '../../ui/ui.module.css';
import { AddSuppressions } from './add-suppressions';
import { ReasonCounts } from './reason-counts';
import { RemoveSuppressions } from './remove-suppressions';
import { SuppressionDetail } from './suppression-detail';
import { UploadSuppressions } from './upload-suppressions';

const names = ['email', 'reason', 'domain'] as const;
type SuppressionFilters = Filters<(typeof names)[number]>;
const filterList: readonly Filter<(typeof names)[number]>[] = [
  { name: 'email', label: words.filters.address, wide: true },
  { name: 'reason', label: words.filters.reason, options: words.reasons },
  { name: 'domain', label: words.filters.domain },
];

const createRequest = {
  method: 'POST',
  path: '/suppressions',
  docs: 'suppressions',
  body: { email: 'jane@example.com' },
} as const;

export function SuppressionsPage() {
  const canAdd = useHasRole('member');
  const canRemove = useHasRole('admin');
  const [filters, change] = useFilters(names);
  const [{ entry }, open] = useFilters(['entry']);
  const [opened, setOpened] = useState<'add' | 'upload' | null>(null);
  const selection = useSelection(filters);
  const query = useList('/suppressions', { query: filters });
  const close = () => setOpened(null);
  return (
    <ListPage
      title={texts.navigation.pages.suppressions}
      description={words.description}
      curl={{ path: '/suppressions', docs: 'suppressions' }}
      query={query}
      columns={columnsOf((id) => open({ entry: id }))}
      filters={{ filters: filterList, values: filters, change }}
      bulkBar={
        <>
          <ReasonCounts reason={filters.reason} choose={(reason) => change({ reason })} />
          <BulkBar selection={selection}>
            <RemoveSuppressions ids={selection.ids} done={() => selection.set([])} />
          </BulkBar>
        </>
      }
      selection={canRemove ? selection : undefined}
      menu={[{ label: words.imports, to: '/suppressions/imports' }, ...useExportSuppressions(filters)]}
      actions={
        canAdd && (
          <Button variant="default" onClick={() => setOpened('upload')}>
            {words.import}
          </Button>
        )
      }
      create={canAdd && { label: words.add, open: () => setOpened('add') }}
      empty={words}
      createCurl={createRequest}
    >
      <Drawer
        opened={entry !== undefined}
        onClose={() => open({ entry: undefined })}
        position="right"
        size="lg"
        title={words.detail}
      >
        {entry !== undefined && <SuppressionDetail id={entry} close={() => open({ entry: undefined })} />}
      </Drawer>
      <AddSuppressions opened={opened === 'add'} close={close} />
      <UploadSuppressions opened={opened === 'upload'} close={close} />
    </ListPage>
  );
}

/** Saves the list as it is filtered. For members with the right to export. */
function useExportSuppressions(filters: SuppressionFilters): readonly HeaderAction[] {
  const { api, organization } = useScope();
  const save = useChange({
    run: async () => {
      const query = { ...filters, reason: filters.reason as Suppression['reason'] };
      const content = await unwrap(api.GET('/suppressions/export', { params: { query }, parseAs: 'blob' }));
      saveFile('suppressions.csv', content);
    },
  });
  return organization.rights.export ? [{ label: words.export, run: () => save.mutate() }] : [];
}

function columnsOf(open: (id: string) => void): readonly Column<Suppression>[] {
  return [
    {
      title: words.columns.address,
      width: 'minmax(0, 1.6fr)',
      cell: ({ id, email }) => (
        <UnstyledButton className={list.rowLink} fz="inherit" onClick={() => open(id)}>
          {email}
        </UnstyledButton>
      ),
    },
    {
      title: words.columns.reason,
      width: '9rem',
      cell: ({ reason }) => <StatusBadge status={words.reasons[reason]} tone="plain" />,
    },
    detailColumn(words.columns.scope, 'minmax(0, 1fr)', ({ domain }) => domain ?? words.organization),
    {
      title: words.columns.expires,
      width: '7rem',
      onPhone: false,
      cell: ({ expires_at: at }) => <Time at={at ?? null} never={words.never} />,
    },
    timeColumn(words.columns.created, ({ created_at: at }) => at),
  ];
}
