import { Drawer, Group, Text, UnstyledButton } from '@mantine/core';
import { unwrap } from '../../api/client';
import type { Automation, AutomationRunSummary } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { automationTexts } from '../../texts/automations';
import { StatusBadge } from '../../ui/badge';
import { timeColumn } from '../../ui/columns';
import { ConfirmButton } from '../../ui/confirm-button';
import { EmptyList } from '../../ui/empty-list';
import { FilterBar, type Filter } from '../../ui/filter-bar';
import { notify } from '../../ui/notify';
import { ResourceList, type Column, type Selection } from '../../ui/resource-list';
import { BulkBar, forEachId, useSelection } from '../../ui/selection';
import { Time } from '../../ui/time';
import { useFilters } from '../../ui/use-filters';
import { useList } from '../../ui/use-list';
import list from '../../ui/ui.module.css';
import { CancelAllRuns } from './cancel-all-runs';
import { RunDetail } from './run-detail';
import { stepNumber } from './step-text';

const { runs: words } = automationTexts;

const names = ['status', 'contact'] as const;
const filterList: readonly Filter<(typeof names)[number]>[] = [
  {
    name: 'status',
    label: words.filters.status,
    options: ['running', 'completed', 'stopped', 'failed', 'canceled'],
  },
  { name: 'contact', label: words.filters.contact, wide: true },
];

/** Contacts on their way through the steps; one of them opens beside the list. */
export function AutomationRuns({ automation }: { readonly automation: Automation }) {
  const { id: automationId } = automation;
  const canCancel = useHasRole('admin');
  const [filters, change] = useFilters(names);
  const [{ run }, open] = useFilters(['run']);
  const selection = useSelection(filters);
  const query = useList('/automations/{id_or_slug}/runs', {
    path: { id_or_slug: automationId },
    query: filters,
  });
  return (
    <section aria-label={words.title}>
      <Group justify="space-between" mb="xs">
        <Text component="h2" size="sm" fw={600}>
          {words.title}
        </Text>
        {canCancel && <CancelAllRuns automation={automation} contact={filters.contact} />}
      </Group>
      <FilterBar filters={filterList} values={filters} change={change} />
      <CancelRuns automationId={automationId} selection={selection} />
      <ResourceList
        label={words.title}
        query={query}
        columns={columnsOf((id) => open({ run: id }))}
        selection={canCancel ? selection : undefined}
        empty={<EmptyList filters={{ values: filters, change }} title={words.none} text={words.noneText} />}
      />
      <Drawer
        opened={run !== undefined}
        onClose={() => open({ run: undefined })}
        position="right"
        size="xl"
        title={words.detail}
      >
        {run !== undefined && <RunDetail automationId={automationId} runId={run} />}
      </Drawer>
    </section>
  );
}

function columnsOf(open: (id: string) => void): readonly Column<AutomationRunSummary>[] {
  return [
    {
      title: words.columns.contact,
      width: 'minmax(0, 1.4fr)',
      cell: ({ id, contact_id: contact, contact_email: email }) => (
        <UnstyledButton className={list.rowLink} fz="inherit" onClick={() => open(id)}>
          {email ?? contact}
        </UnstyledButton>
      ),
    },
    { title: words.columns.status, width: '8rem', cell: ({ status }) => <StatusBadge status={status} /> },
    {
      title: words.columns.position,
      width: '8rem',
      onPhone: false,
      cell: ({ position }) => position !== null && <span className="mono">{stepNumber(position)}</span>,
    },
    {
      title: words.columns.due,
      width: '7rem',
      onPhone: false,
      cell: ({ due_at: at }) => <Time at={at} />,
    },
    timeColumn(words.columns.started, ({ started_at: at }) => at),
  ];
}

function CancelRuns({
  automationId,
  selection,
}: {
  readonly automationId: string;
  readonly selection: Selection;
}) {
  const { api } = useScope();
  return (
    <BulkBar selection={selection}>
      <ConfirmButton
        title={words.cancelTitle(selection.ids.size)}
        text={words.cancelText}
        action={words.cancel}
        run={async () => {
          const { done, failure } = await forEachId(selection.ids, (id) =>
            unwrap(
              api.POST('/automations/{id_or_slug}/runs/{run_id}/cancel', {
                params: { path: { id_or_slug: automationId, run_id: id } },
              }),
            ),
          );
          notify(words.canceled(done));
          if (failure !== null) throw failure as Error;
        }}
        done={() => selection.set([])}
      />
    </BulkBar>
  );
}
