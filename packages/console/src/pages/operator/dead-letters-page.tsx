import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { DeadLetters, RedriveDeadLetters } from '../../api/types';
import { useRead } from '../../session/use-read';
import { PendingPage } from '../../shell/pending-page';
import { deadLetterTexts as words } from '../../texts/operator';
import { texts } from '../../texts/texts';
import { Panel } from '../../ui/panel';
import { searchOf } from '../../ui/search-of';
import { Time } from '../../ui/time';
import { useFilters } from '../../ui/use-filters';
import { DeadLetterDialog, type DeadLetterChange } from './dead-letter-dialog';
import { FigureTable, numberText } from './figure-table';
import { OperatorPage } from './operator-page';

type Queue = RedriveDeadLetters['queue'];

/** Dead letters by queue, and the way back for them. */
export function DeadLettersPage() {
  return (
    <OperatorPage title={texts.navigation.pages.deadLetters} description={words.description}>
      <AllQueues />
    </OperatorPage>
  );
}

function AllQueues() {
  const [{ queue }] = useFilters(['queue'] as const);
  const query = useRead('/operator/dead-letters', { query: { queue: queue as Queue | undefined } });
  const { data } = query;
  if (data === undefined) return <PendingPage query={query} />;
  return (
    <Stack>
      <Panel title={words.queues} bare>
        <FigureTable
          label={words.queues}
          rows={data.queues}
          keyOf={(row) => row.queue}
          columns={[
            { title: words.columns.queue, cell: (row) => <QueueLink queue={row.queue} /> },
            { title: words.columns.dead, cell: (row) => numberText(row.dead), isNumber: true },
            { title: words.columns.waiting, cell: (row) => numberText(row.waiting), isNumber: true },
          ]}
        />
      </Panel>
      {queue === undefined ? (
        <Text size="sm" c="dimmed">
          {words.choose}
        </Text>
      ) : (
        <Letters queue={queue as Queue} letters={data.letters} />
      )}
    </Stack>
  );
}

function QueueLink({ queue }: { readonly queue: string }) {
  return (
    <Anchor component={Link} to="/operator/dead-letters" search={searchOf({ queue })} size="sm">
      <code>{queue}</code>
    </Anchor>
  );
}

function Letters({ queue, letters }: { readonly queue: Queue; readonly letters: DeadLetters['letters'] }) {
  const [change, choose] = useState<DeadLetterChange | null>(null);
  const { letterColumns: titles } = words;
  if (letters.length === 0)
    return (
      <Panel title={words.letters(queue)}>
        <Text size="sm">{words.none}</Text>
      </Panel>
    );
  return (
    <Panel
      title={words.letters(queue)}
      bare
      actions={
        <Group gap="xs">
          <Button variant="default" onClick={() => choose('redrive')}>
            {words.changes.redrive.action}
          </Button>
          <Button c="var(--bad)" variant="default" onClick={() => choose('discard')}>
            {words.changes.discard.action}
          </Button>
        </Group>
      }
    >
      <FigureTable
        label={words.letters(queue)}
        rows={letters.map((letter, index) => ({ ...letter, index }))}
        keyOf={({ index }) => String(index)}
        columns={[
          { title: titles.reason, cell: ({ reason }) => reason },
          { title: titles.ids, cell: ({ ids }) => <Ids ids={ids} /> },
          { title: titles.at, cell: ({ at }) => <Time at={at} />, isNumber: true },
        ]}
      />
      {change !== null && <DeadLetterDialog {...{ change, queue }} close={() => choose(null)} />}
    </Panel>
  );
}

function Ids({ ids }: Pick<DeadLetters['letters'][number], 'ids'>) {
  return ids.map(({ name, ids: shown, more }) => (
    <Text key={name} size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
      {words.ids(name, shown, more)}
    </Text>
  ));
}
