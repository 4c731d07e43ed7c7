import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { PlatformIncident } from '../../api/types';
import { useRead } from '../../session/use-read';
import { PendingPage } from '../../shell/pending-page';
import { incidentTexts as words } from '../../texts/operator-incident';
import { texts } from '../../texts/texts';
import { Panel } from '../../ui/panel';
import { ExactTime } from '../../ui/time';
import { FigureTable } from './figure-table';
import { HealthChecks } from './health-checks';
import { BusyOrganizations, FailingRecipients } from './incident-failing';
import { IncidentMail } from './incident-mail';
import { Stopped } from './incident-stopped';
import { OperatorPage } from './operator-page';
import { useHealth } from './use-health';

/** What is going on, for the operator on call. */
export function IncidentPage() {
  return (
    <OperatorPage title={texts.navigation.pages.incident} description={words.description}>
      <Incident />
    </OperatorPage>
  );
}

const refreshMs = 30_000;

function Incident() {
  const query = useRead('/operator/incident', {}, { refetchInterval: refreshMs });
  const { data } = query;
  if (data === undefined) return <PendingPage query={query} />;
  return (
    <Stack>
      <FailingChecks />
      <IncidentMail incident={data} />
      <FailingRecipients failing={data.failing} />
      <BusyOrganizations organizations={data.organizations} />
      <Stopped />
      <Changes changes={data.changes} />
      <Text size="xs" c="dimmed">
        {words.refreshes}
      </Text>
    </Stack>
  );
}

function FailingChecks() {
  const query = useHealth();
  const { data } = query;
  if (data === undefined) return <PendingPage query={query} />;
  const failing = data.checks.filter(({ state }) => state !== 'ok');
  return (
    <Panel
      title={words.checks}
      actions={
        <Anchor component={Link} to="/operator" size="sm">
          {words.toHealth}
        </Anchor>
      }
    >
      {failing.length === 0 && <Text size="sm">{words.checksOk}</Text>}
      <HealthChecks checks={failing} />
    </Panel>
  );
}

function Changes({ changes }: Pick<PlatformIncident, 'changes'>) {
  const { changeColumns: titles } = words;
  if (changes.length === 0)
    return (
      <Panel title={words.changes}>
        <Text size="sm">{words.changesNone}</Text>
      </Panel>
    );
  return (
    <Panel title={words.changes} bare>
      <FigureTable
        label={words.changes}
        rows={changes}
        keyOf={({ id }) => id}
        columns={[
          { title: titles.at, cell: ({ at }) => <ExactTime at={at} /> },
          { title: titles.operator, cell: ({ operator }) => operator ?? texts.common.none },
          { title: titles.action, cell: ({ action }) => <code>{action}</code> },
          { title: titles.target, cell: ({ target }) => target ?? texts.common.none },
          {
            title: titles.values,
            cell: ({ values }) => (
              <span style={{ overflowWrap: 'anywhere' }}>
                {values.map(words.changedValue).join('; ') || texts.common.none}
              </span>
            ),
          },
          { title: titles.organization, cell: ({ organization }) => organization ?? texts.common.none },
        ]}
      />
    </Panel>
  );
}
