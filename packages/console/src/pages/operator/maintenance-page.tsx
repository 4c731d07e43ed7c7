import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { AllSendingChange, MailQueue, OperatorDrains } from '../../api/types';
import { useRead } from '../../session/use-read';
import { PendingPage } from '../../shell/pending-page';
import { maintenanceTexts as words } from '../../texts/operator-maintenance';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { Panel } from '../../ui/panel';
import { Time } from '../../ui/time';
import { AllSendingDialog } from './all-sending-dialog';
import { DrainQueue, ResumeQueue } from './drain-actions';
import { FigureTable, numberText } from './figure-table';
import { OperatorPage } from './operator-page';
import { RestoredBackups } from './restored-backups';

/** What stops sending for all organizations. */
export function MaintenancePage() {
  return (
    <OperatorPage title={texts.navigation.pages.maintenance} description={words.description}>
      <Stack>
        <AllSending />
        <Drains />
        <RestoredBackups />
      </Stack>
    </OperatorPage>
  );
}

function AllSending() {
  const [change, setChange] = useState<AllSendingChange | null>(null);
  return (
    <Panel
      title={words.allSending}
      actions={
        <Group gap="xs">
          {(['pause', 'resume'] as const).map((each) => (
            <Button
              key={each}
              c={each === 'pause' ? 'var(--bad)' : undefined}
              variant="default"
              size="xs"
              onClick={() => setChange(each)}
            >
              {words.changes[each].action}
            </Button>
          ))}
        </Group>
      }
    >
      {change !== null && <AllSendingDialog change={change} close={() => setChange(null)} />}
      <Text size="sm">{words.allSendingText}</Text>
    </Panel>
  );
}

/** The count of what is being sent falls within seconds. */
const refreshMs = 3_000;

function Drains() {
  const query = useRead('/operator/drains', {}, { refetchInterval: refreshMs });
  const { data } = query;
  if (data === undefined) return <PendingPage query={query} />;
  return (
    <>
      <Queues queues={data.queues} />
      <History history={data.history} />
    </>
  );
}

function Queues({ queues }: Pick<OperatorDrains, 'queues'>) {
  const { queueColumns: titles } = words;
  return (
    <Panel title={words.queues} bare>
      <FigureTable
        label={words.queues}
        rows={queues}
        keyOf={({ queue }) => queue}
        columns={[
          { title: titles.queue, cell: ({ queue }) => words.queueNames[queue] },
          { title: titles.state, cell: stateOf },
          { title: titles.reason, cell: reasonOf },
          {
            title: titles.sending,
            cell: ({ drain }) => (drain === null ? texts.common.none : numberText(drain.in_progress)),
            isNumber: true,
          },
          {
            title: titles.actions,
            cell: ({ queue, drain }) =>
              drain === null ? <DrainQueue queue={queue} /> : <ResumeQueue queue={queue} />,
          },
        ]}
      />
    </Panel>
  );
}

function stateOf({ drain }: MailQueue) {
  if (drain === null) return <StatusBadge status={words.sendingState} tone="good" />;
  return <StatusBadge status={words.drained} tone="bad" />;
}

function reasonOf({ drain }: MailQueue) {
  if (drain === null) return texts.common.none;
  return (
    <>
      {drain.reason}
      <Text size="xs" c="dimmed">
        {words.by(drain.operator)} · <Time at={drain.started_at} />
      </Text>
    </>
  );
}

function History({ history }: Pick<OperatorDrains, 'history'>) {
  const { historyColumns: titles } = words;
  if (history.length === 0)
    return (
      <Panel title={words.history}>
        <Text size="sm">{words.noHistory}</Text>
      </Panel>
    );
  return (
    <Panel title={words.history} bare>
      <FigureTable
        label={words.history}
        rows={history}
        keyOf={({ queue, started_at: at }) => `${queue} ${at}`}
        columns={[
          { title: titles.queue, cell: ({ queue }) => words.queueNames[queue] },
          { title: titles.reason, cell: ({ reason }) => reason },
          { title: titles.from, cell: ({ started_at: at, operator }) => <Moment at={at} by={operator} /> },
          { title: titles.to, cell: ({ ended_at: at, ended_by: by }) => <Moment at={at} by={by} /> },
        ]}
      />
    </Panel>
  );
}

function Moment({ at, by }: { readonly at: string | null; readonly by: string | null }) {
  return (
    <>
      <Time at={at} />
      {by !== null && (
        <Text size="xs" c="dimmed">
          {words.by(by)}
        </Text>
      )}
    </>
  );
}
