import { Stack, Text } from '@mantine/core';
import type { PlatformHealth } from '../../api/types';
import { PendingPage } from '../../shell/pending-page';
import { health as words } from '../../texts/operator';
import { texts } from '../../texts/texts';
import { waitingNames } from '../../texts/waiting';
import { Panel } from '../../ui/panel';
import { Time } from '../../ui/time';
import { FigureTable, numberText } from './figure-table';
import { HealthChecks } from './health-checks';
import { OperatorPage } from './operator-page';
import { useHealth } from './use-health';

/** Whether the platform is well, and what waits. */
export function HealthPage() {
  return (
    <OperatorPage title={texts.navigation.pages.health} description={words.description}>
      <Health />
    </OperatorPage>
  );
}

function Health() {
  const query = useHealth();
  const { data } = query;
  if (data === undefined) return <PendingPage query={query} />;
  return (
    <Stack>
      <Panel
        title={words.checks}
        actions={
          <Text size="xs" c="dimmed">
            {words.checkedAt} <Time at={data.checked_at} />
          </Text>
        }
      >
        <HealthChecks checks={data.checks} />
        <Text size="xs" c="dimmed" mt="md">
          {words.doctor} <code>{words.doctorCommand}</code>
        </Text>
      </Panel>
      <Waiting health={data} />
      <Queues queues={data.queues} />
    </Stack>
  );
}

function Waiting({
  health: { waiting, lanes_cut: cut },
}: {
  readonly health: Pick<PlatformHealth, 'waiting' | 'lanes_cut'>;
}) {
  const { waitingColumns: titles } = words;
  if (waiting.length === 0)
    return (
      <Panel title={words.waiting}>
        <Text size="sm">{words.waitingNone}</Text>
      </Panel>
    );
  return (
    <Panel title={words.waiting} bare>
      {cut.length > 0 && (
        <Text size="sm" p="md">
          {words.waitingCut(cut.join(', '))}
        </Text>
      )}
      <FigureTable
        label={words.waiting}
        rows={waiting}
        keyOf={({ lane, reason }) => `${lane} ${reason}`}
        columns={[
          { title: titles.lane, cell: ({ lane }) => lane },
          { title: titles.reason, cell: ({ reason }) => reasonOf(reason) },
          { title: titles.messages, cell: (row) => numberText(row.messages), isNumber: true },
          { title: titles.recipients, cell: (row) => numberText(row.recipients), isNumber: true },
          { title: titles.due, cell: (row) => numberText(row.due), isNumber: true },
          { title: titles.oldest, cell: (row) => <Time at={row.oldest_due_at} />, isNumber: true },
        ]}
      />
    </Panel>
  );
}

function Queues({ queues }: Pick<PlatformHealth, 'queues'>) {
  const { queueColumns: titles } = words;
  if (queues === null)
    return (
      <Panel title={words.queues}>
        <Text size="sm">{words.queuesUnknown}</Text>
      </Panel>
    );
  return (
    <Panel title={words.queues} bare>
      <FigureTable
        label={words.queues}
        rows={queues}
        keyOf={({ queue }) => queue}
        columns={[
          { title: titles.queue, cell: ({ queue }) => <code>{queue}</code> },
          { title: titles.waiting, cell: (row) => numberText(row.waiting), isNumber: true },
          { title: titles.dead, cell: (row) => numberText(row.dead), isNumber: true },
        ]}
      />
    </Panel>
  );
}

/** A cause, which may have the class of a reply behind it. */
function reasonOf(reason: string): string {
  const [cause = '', ...more] = reason.split(': ');
  return [(waitingNames as Readonly<Record<string, string>>)[cause] ?? cause, ...more].join(': ');
}
