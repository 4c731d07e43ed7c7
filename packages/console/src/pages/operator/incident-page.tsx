import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import type { PlatformIncident } from '../../api/types';
import { personalApi } from '../../session/session';
import { PendingPage } from '../../shell/pending-page';
import { health as healthTexts, healthChecks } from '../../texts/operator';
import { incidentTexts as words } from '../../texts/operator-incident';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { Panel } from '../../ui/panel';
import { ExactTime } from '../../ui/time';
import { FigureTable } from './figure-table';
import { FailingAttempts } from './incident-failing';
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
  const query = useQuery({
    queryKey: ['operator', 'incident'],
    queryFn: () => unwrap(personalApi.GET('/operator/incident')),
    refetchInterval: refreshMs,
  });
  const { data } = query;
  if (data === undefined) return <PendingPage query={query} />;
  return (
    <Stack>
      <FailingChecks />
      <IncidentMail incident={data} />
      <FailingAttempts failing={data.failing} />
      <Stopped />
      <Changes changes={data.changes} />
      <Text size="xs" c="dimmed">
        {words.refreshes}
      </Text>
    </Stack>
  );
}

const pageOf: Partial<Record<keyof typeof healthChecks, string>> = {
  transactional_mail: '/operator/mail',
  bulk_mail: '/operator/mail',
  dead_letters: '/operator/dead-letters',
  restored_mail: '/operator/mail',
  source_names: '/operator/delivery',
  reviews: '/operator/reviews',
};

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
      <Stack gap="sm">
        {failing.map(({ check, state, detail }) => (
          <Group key={check} gap="sm" align="flex-start" wrap="nowrap">
            <div style={{ minWidth: '5.5rem' }}>
              <StatusBadge status={state} tone={state === 'failed' ? 'bad' : 'warn'} />
            </div>
            <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <Anchor component={Link} to={pageOf[check] ?? '/operator'} size="sm">
                {healthChecks[check].title}
              </Anchor>
              <Text size="sm">{detail}</Text>
              {healthChecks[check].runbook !== '' && (
                <Text size="xs" c="dimmed">
                  {words.runbook}: <code>{healthTexts.runbookOf(healthChecks[check].runbook)}</code>
                </Text>
              )}
            </div>
          </Group>
        ))}
      </Stack>
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
          { title: titles.organization, cell: ({ organization }) => organization ?? texts.common.none },
        ]}
      />
    </Panel>
  );
}
