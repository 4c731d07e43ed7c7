import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { unwrap } from '../../api/client';
import type { TemplateSummary } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { templateTexts as words } from '../../texts/templates';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { curlOf } from '../../ui/curl';
import { EmptyState } from '../../ui/empty-state';
import { FilterBar, type Filter } from '../../ui/filter-bar';
import { PageHeader } from '../../ui/page-header';
import { ResourceList, type Column } from '../../ui/resource-list';
import { Time } from '../../ui/time';
import { useFilters } from '../../ui/use-filters';
import { useList } from '../../ui/use-list';
import list from '../../ui/ui.module.css';
import { CreateTemplate } from './create-template';

const filterList: readonly Filter<'status'>[] = [
  { name: 'status', label: words.filters.status, options: ['draft', 'published', 'archived'] },
];

const columns: readonly Column<TemplateSummary>[] = [
  {
    title: words.columns.name,
    width: 'minmax(0, 1.5fr)',
    cell: ({ id, name, slug }) => (
      <Link to="/templates/$id" params={{ id }} className={list.rowLink}>
        {name === '' ? slug : name}
      </Link>
    ),
  },
  {
    title: words.columns.slug,
    width: 'minmax(0, 1fr)',
    onPhone: false,
    cell: ({ slug }) => <span className="mono">{slug}</span>,
  },
  { title: words.columns.status, width: '8rem', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    title: words.columns.version,
    width: '5rem',
    onPhone: false,
    cell: ({ current_version: version }) => version ?? texts.common.none,
  },
  {
    title: words.columns.updated,
    width: '7rem',
    onPhone: false,
    alignEnd: true,
    cell: ({ updated_at: at }) => <Time at={at} />,
  },
];

const createRequest = {
  method: 'POST',
  path: '/templates',
  docs: 'templates',
  body: { slug: 'welcome', name: 'Welcome', subject: 'Welcome, {{ name }}', text: 'Hello {{ name }}' },
} as const;

export function TemplatesPage() {
  const { api } = useScope();
  const canChange = useHasRole('admin');
  const [isCreating, { open, close }] = useDisclosure();
  const [filters, change] = useFilters(['status']);
  const query = useList<TemplateSummary>({
    key: ['templates', filters],
    read: (cursor) => {
      const status = filters.status as TemplateSummary['status'];
      return unwrap(api.GET('/templates', { params: { query: { status, limit: 50, cursor } } }));
    },
  });
  const create = canChange && (
    <Button leftSection={<Plus size={14} />} onClick={open}>
      {words.create}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={texts.navigation.pages.templates}
        description={words.description}
        curl={{ path: '/templates', query: filters, docs: 'templates' }}
      >
        {create}
      </PageHeader>
      <FilterBar filters={filterList} values={filters} change={change} />
      <ResourceList
        label={texts.navigation.pages.templates}
        query={query}
        columns={columns}
        empty={
          filters.status !== undefined ? (
            <EmptyState title={words.noneFound} text={words.noneFoundText} />
          ) : (
            <EmptyState
              title={words.none}
              text={words.noneText}
              action={create || undefined}
              snippet={curlOf(createRequest)}
            />
          )
        }
      />
      <CreateTemplate opened={isCreating} close={close} />
    </>
  );
}
