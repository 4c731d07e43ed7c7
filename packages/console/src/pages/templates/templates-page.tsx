import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { TemplateSummary } from '../../api/types';
import { useHasRole } from '../../session/scope';
import { imageTexts } from '../../texts/images';
import { templateTexts as words } from '../../texts/templates';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { detailColumn, timeColumn } from '../../ui/columns';
import type { Filter } from '../../ui/filter-bar';
import { PickImage } from '../../ui/images/pick-image';
import { ListPage } from '../../ui/list-page';
import type { Column } from '../../ui/resource-list';
import { useCreateDialog } from '../../ui/use-create-dialog';
import { useFilters } from '../../ui/use-filters';
import { useList } from '../../ui/use-list';
import list from '../../ui/ui.module.css';
import { CreateTemplate } from './create-template';
import type { StarterName } from './starter-templates';

const recipes = ['newsletter', 'receipt', 'passwordReset', 'invitation'] as const;

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
  detailColumn(words.columns.slug, 'minmax(0, 1fr)', ({ slug }) => <span className="mono">{slug}</span>),
  { title: words.columns.status, width: '8rem', cell: ({ status }) => <StatusBadge status={status} /> },
  detailColumn(words.columns.version, '5rem', ({ current_version: version }) => version ?? texts.common.none),
  timeColumn(words.columns.updated, ({ updated_at: at }) => at),
];

const createRequest = {
  method: 'POST',
  path: '/templates',
  docs: 'templates',
  body: { slug: 'welcome', name: 'Welcome', subject: 'Welcome, {{ name }}', text: 'Hello {{ name }}' },
} as const;

export function TemplatesPage() {
  const canChange = useHasRole('admin');
  const [isCreating, { open, close }] = useCreateDialog();
  const [starter, setStarter] = useState<StarterName | null>(null);
  const create = (chosen: StarterName | null) => {
    setStarter(chosen);
    open();
  };
  const [filters, change] = useFilters(['status']);
  const query = useList('/templates', { query: filters });
  return (
    <ListPage
      title={texts.navigation.pages.templates}
      description={words.description}
      curl={{ path: '/templates', docs: 'templates' }}
      query={query}
      columns={columns}
      filters={{ filters: filterList, values: filters, change }}
      actions={<PickImage>{imageTexts.title}</PickImage>}
      create={canChange && { label: words.create, open: () => create(null) }}
      empty={words}
      recipes={
        canChange
          ? recipes.map((name) => ({
              ...{ title: words.starters[name], text: words.starterTexts[name] },
              run: () => create(name),
            }))
          : []
      }
      createCurl={createRequest}
    >
      <CreateTemplate opened={isCreating} starter={starter} close={close} />
    </ListPage>
  );
}
