import { Button, Group, Stack, Text } from '@mantine/core';
import { settle, unwrap } from '../../api/client';
import type { Automation } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { automationTexts as words } from '../../texts/automations';
import { texts } from '../../texts/texts';
import { BackLink } from '../../ui/back-link';
import { StatusBadge } from '../../ui/badge';
import { ConfirmButton } from '../../ui/confirm-button';
import { CopyValue } from '../../ui/copy';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { PendingPage } from '../../shell/pending-page';
import { useChange } from '../../ui/use-change';
import { usePathId } from '../../ui/use-path-id';
import { AutomationRuns } from './automation-runs';
import { DryRun } from './dry-run';
import { EditSteps } from './edit-steps';
import { StepTree } from './step-tree';

const countsRefreshMs = 10_000;

export function AutomationPage() {
  const id = usePathId();
  const canChange = useHasRole('admin');
  const canTry = useHasRole('member');
  const query = useRead('/automations/{id_or_slug}', { path: { id_or_slug: id } });
  const { data: automation } = query;
  if (automation === undefined) return <PendingPage query={query} />;
  return (
    <>
      <BackLink to="/automations" label={texts.navigation.pages.automations} />
      <PageHeader
        title={automation.name}
        description={
          <Group gap="md">
            <StatusBadge status={automation.status} />
            <Text span size="xs">
              {words.version(automation.version)}
            </Text>
            <CopyValue value={automation.slug} />
          </Group>
        }
        curl={{ path: `/automations/${automation.slug}`, docs: 'automations#readAutomation' }}
      >
        {canTry && <DryRun automation={automation} />}
        {canChange && <Actions automation={automation} />}
      </PageHeader>
      <Stack>
        <Panel title={words.steps}>
          <Steps automation={automation} />
        </Panel>
        <AutomationRuns automation={automation} />
      </Stack>
    </>
  );
}

/** The steps, with how many runs are at each and have left it. */
function Steps({ automation: { id, trigger, steps, version } }: { readonly automation: Automation }) {
  const { data: counts } = useRead(
    '/automations/{id_or_slug}/step-counts',
    { path: { id_or_slug: id } },
    { refetchInterval: countsRefreshMs },
  );
  const isCurrent = counts?.version === version;
  const { waiting_in_older_versions: older = 0, waiting_in_older_versions_truncated: isMore = false } =
    counts ?? {};
  return (
    <>
      <Text size="sm" mb="sm">
        {words.startsWith} <span className="mono">{trigger.event}</span>
      </Text>
      <StepTree
        steps={steps}
        label={words.steps}
        counts={new Map(isCurrent ? counts.steps.map((step) => [step.position, step]) : [])}
      />
      {older > 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          {words.inOlderVersions(older, isMore)}
        </Text>
      )}
    </>
  );
}

function Actions({ automation }: { readonly automation: Automation }) {
  const { api } = useScope();
  const params = { path: { id_or_slug: automation.id } };
  const next = automation.status === 'active' ? 'paused' : 'active';
  const change = useChange({
    run: () => unwrap(api.PATCH('/automations/{id_or_slug}', { params, body: { status: next } })),
    message: next === 'active' ? words.activated : words.paused,
  });
  return (
    <>
      <ConfirmButton
        title={words.deleteTitle}
        text={words.deleteText}
        action={words.delete}
        run={() => settle(api.DELETE('/automations/{id_or_slug}', { params }))}
        message={words.deleted}
        leaveTo="/automations"
      />
      <EditSteps automation={automation} />
      <Button loading={change.isPending} onClick={() => change.mutate()}>
        {next === 'active' ? words.activate : words.pause}
      </Button>
    </>
  );
}
