import { Alert, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Automation } from '../../api/types';
import { useHasRole } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { automationTexts as words } from '../../texts/automations';
import { automationEditorTexts } from '../../texts/automation-editor';
import { texts } from '../../texts/texts';
import { versionTexts } from '../../texts/versions';
import { CopyValue } from '../../ui/copy';
import { PageHeader, type HeaderAction } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { PendingPage } from '../../shell/pending-page';
import { useDeletion } from '../../ui/use-deletion';
import { usePathId } from '../../ui/use-path-id';
import { contentOfDraft, publishedContent } from './automation-content';
import { AutomationStatus } from './automation-status';
import { AutomationRuns } from './automation-runs';
import { DryRun } from './dry-run';
import { EditAutomation, type HeaderOf } from './edit-automation';
import { StepTree } from './step-tree';
import { useTriggerText } from './use-trigger-text';

const countsRefreshMs = 10_000;

export function AutomationPage() {
  const id = usePathId();
  const canChange = useHasRole('admin');
  const canTry = useHasRole('member');
  const query = useRead('/automations/{id_or_slug}', { path: { id_or_slug: id } });
  const { data: automation } = query;
  if (automation === undefined) return <PendingPage query={query} />;
  const isForeign = automation.draft !== null && contentOfDraft(automation.draft) === null;
  const content = publishedContent(automation);
  const header: HeaderOf = (actions, menu = []) => (
    <Header automation={automation} menu={menu}>
      {actions}
    </Header>
  );
  return (
    <>
      {canChange && !isForeign ? (
        <EditAutomation key={automation.id} automation={automation} header={header} />
      ) : (
        <>
          {header(canTry && <DryRun automation={automation} content={content} problems={[]} />)}
          {isForeign && canChange && (
            <Alert color="yellow" variant="light" mb="md">
              {automationEditorTexts.json.unknown}
            </Alert>
          )}
          <Panel title={words.steps}>
            <Steps automation={automation} />
          </Panel>
        </>
      )}
      <Stack mt="xl">
        <OlderRuns automation={automation} />
        <AutomationRuns automation={automation} />
      </Stack>
    </>
  );
}

function Header({
  automation,
  menu,
  children,
}: {
  readonly automation: Automation;
  readonly menu: readonly HeaderAction[];
  readonly children: ReactNode;
}) {
  const { id, name, version, slug } = automation;
  const deletion = useDeletion({
    ...{ path: '/automations/{id_or_slug}', params: { id_or_slug: id }, words, leaveTo: '/automations' },
  });
  return (
    <PageHeader
      parent={{ to: '/automations', label: texts.navigation.pages.automations }}
      title={name}
      state={<AutomationStatus automation={automation} />}
      menu={useHasRole('admin') ? [...menu, deletion] : []}
      description={
        <Group gap="md">
          <Text span size="xs">
            {words.version(version)}
          </Text>
          <CopyValue value={slug} />
          <Link to="/automations/$id/versions" params={{ id }}>
            {versionTexts.title}
          </Link>
        </Group>
      }
      curl={{ path: `/automations/${slug}`, docs: 'automations#readAutomation' }}
    >
      {children}
    </PageHeader>
  );
}

function useStepCounts({ id }: Automation) {
  return useRead(
    '/automations/{id_or_slug}/step-counts',
    { path: { id_or_slug: id } },
    { refetchInterval: countsRefreshMs },
  );
}

/** The steps, with how many runs are at each and have left it. */
function Steps({ automation }: { readonly automation: Automation }) {
  const { trigger, steps, version } = automation;
  const { data: counts } = useStepCounts(automation);
  return (
    <>
      <Text size="sm" mb="sm">
        {words.startsWith} {useTriggerText(trigger)}
      </Text>
      <StepTree
        steps={steps}
        label={words.steps}
        counts={new Map(counts?.version === version ? counts.steps.map((step) => [step.position, step]) : [])}
      />
    </>
  );
}

function OlderRuns({ automation }: { readonly automation: Automation }) {
  const { data: counts } = useStepCounts(automation);
  const { waiting_in_older_versions: older = 0, waiting_in_older_versions_truncated: isMore = false } =
    counts ?? {};
  if (older === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {words.inOlderVersions(older, isMore)}
    </Text>
  );
}
