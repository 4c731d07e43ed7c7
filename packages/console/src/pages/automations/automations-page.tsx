import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AutomationSummary } from '../../api/types';
import { useHasRole } from '../../session/scope';
import { automationTexts as words } from '../../texts/automations';
import { texts } from '../../texts/texts';
import { timeColumn } from '../../ui/columns';
import { ListPage } from '../../ui/list-page';
import type { Column } from '../../ui/resource-list';
import { useList } from '../../ui/use-list';
import list from '../../ui/ui.module.css';
import { AutomationStatus } from './automation-status';
import { CreateAutomation, type AutomationStarter } from './create-automation';
import { useTriggerText } from './use-trigger-text';

const columns: readonly Column<AutomationSummary>[] = [
  {
    title: words.columns.name,
    width: 'minmax(0, 1fr)',
    cell: ({ id, name }) => (
      <Link to="/automations/$id" params={{ id }} className={list.rowLink}>
        {name}
      </Link>
    ),
  },
  {
    title: words.columns.event,
    width: 'minmax(0, 1.4fr)',
    onPhone: false,
    cell: ({ trigger }) => <TriggerText trigger={trigger} />,
  },
  {
    title: words.columns.status,
    width: '8rem',
    cell: (automation) => <AutomationStatus automation={automation} />,
  },
  { title: words.columns.version, width: '5rem', onPhone: false, cell: ({ version }) => version },
  timeColumn(words.columns.updated, ({ updated_at: at }) => at),
];

function TriggerText({ trigger }: Pick<AutomationSummary, 'trigger'>) {
  return useTriggerText(trigger);
}

const createRequest = {
  method: 'POST',
  path: '/automations',
  docs: 'automations',
  body: {
    name: 'Welcome',
    trigger: { event: 'user.signed_up' },
    steps: [{ type: 'send', from: 'Hello <hello@example.com>', template: { slug: 'welcome' } }],
  },
} as const;

export function AutomationsPage() {
  const canChange = useHasRole('admin');
  const [starter, create] = useState<AutomationStarter | null>(null);
  const query = useList('/automations');
  return (
    <ListPage
      title={texts.navigation.pages.automations}
      description={words.description}
      curl={{ path: '/automations', docs: 'automations' }}
      query={query}
      columns={columns}
      create={canChange && { label: words.create, open: () => create('empty') }}
      empty={words}
      recipes={
        canChange
          ? [
              {
                ...{ title: words.starters.welcome, text: words.recipes.welcome },
                run: () => create('welcome'),
              },
            ]
          : []
      }
      createCurl={createRequest}
    >
      {starter !== null && <CreateAutomation starter={starter} close={() => create(null)} />}
    </ListPage>
  );
}
