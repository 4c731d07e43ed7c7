import { Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Automation, AutomationVersionSummary } from '../../api/types';
import { useRead } from '../../session/use-read';
import { PendingPage } from '../../shell/pending-page';
import { automationVersionTexts as words } from '../../texts/automation-versions';
import { texts } from '../../texts/texts';
import { EmptyState } from '../../ui/empty-state';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { ResourceList, type Column } from '../../ui/resource-list';
import { useFilters } from '../../ui/use-filters';
import { useList } from '../../ui/use-list';
import { usePathId } from '../../ui/use-path-id';
import { versionColumns, versionNumber } from '../../ui/versions';
import type { Trigger } from './automation-content';
import { AutomationVersionComparison } from './automation-version-comparison';
import { isUnpublished } from './trigger-kinds';
import { useTriggerText } from './use-trigger-text';

/** Published versions of an automation, one of them compared with another or with the draft. */
export function AutomationVersionsPage() {
  const id = usePathId();
  const query = useRead('/automations/{id_or_slug}', { path: { id_or_slug: id } });
  const { data: automation } = query;
  if (automation === undefined) return <PendingPage query={query} />;
  return <Versions automation={automation} />;
}

function Versions({ automation }: { readonly automation: Automation }) {
  const { id, name, slug, trigger } = automation;
  const [{ version, with: other }, change] = useFilters(['version', 'with']);
  const query = useList(
    '/automations/{id_or_slug}/versions',
    { path: { id_or_slug: id } },
    { refresh: false, idOf: ({ version: number }) => String(number) },
  );
  const chosen = versionNumber(version);
  const none = (
    <EmptyState
      title={words.none}
      text={words.noneText}
      action={
        <Button component={Link} to={`/automations/${id}`} variant="default">
          {name}
        </Button>
      }
    />
  );
  return (
    <>
      <PageHeader
        parent={{
          ...{ to: `/automations/${id}`, label: name },
          parent: { to: '/automations', label: texts.navigation.pages.automations },
        }}
        title={words.title}
        description={words.description}
        curl={{ path: `/automations/${slug}/versions`, docs: 'automations#listAutomationVersions' }}
      />
      <Stack>
        {chosen !== null && (
          <AutomationVersionComparison
            automation={automation}
            version={chosen}
            other={versionNumber(other)}
            compareWith={(next) => change({ with: next })}
          />
        )}
        {/* What an automation of the console is created with is no version that a run could use. */}
        {isUnpublished(trigger.event) ? (
          <Panel>{none}</Panel>
        ) : (
          <ResourceList label={words.title} query={query} columns={columns} empty={none} />
        )}
      </Stack>
    </>
  );
}

function TriggerText({ trigger }: { readonly trigger: Trigger }) {
  return useTriggerText(trigger);
}

const [versionColumn, ...publication] = versionColumns<AutomationVersionSummary>();
const columns: readonly Column<AutomationVersionSummary>[] = [
  versionColumn,
  {
    title: words.starts,
    width: 'minmax(0, 1.5fr)',
    onPhone: false,
    cell: ({ trigger }) => <TriggerText trigger={trigger} />,
  },
  { title: words.steps, width: '5rem', onPhone: false, cell: ({ step_count: count }) => count },
  ...publication,
];
