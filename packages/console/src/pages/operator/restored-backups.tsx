import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { OperatorRestorations, RestoredChange } from '../../api/types';
import { personalApi } from '../../session/session';
import { useRead } from '../../session/use-read';
import { PendingPage } from '../../shell/pending-page';
import { maintenanceTexts as words } from '../../texts/operator-maintenance';
import { ConfirmButton } from '../../ui/confirm-button';
import { Panel } from '../../ui/panel';
import { Time } from '../../ui/time';
import { FigureTable, numberText } from './figure-table';
import { RestoredDialog } from './restored-dialog';

/** Restored backups, and what is still held after them. */
export function RestoredBackups() {
  const query = useRead('/operator/restorations');
  const [change, choose] = useState<RestoredChange | null>(null);
  const { data } = query;
  if (data === undefined) return <PendingPage query={query} />;
  const isHeld = data.held.some(({ broadcasts, runs }) => broadcasts + runs > 0);
  return (
    <>
      <Panel
        title={words.restored}
        actions={
          <Group gap="xs">
            {isHeld &&
              (['release', 'cancel'] as const).map((each) => (
                <Button
                  key={each}
                  c={each === 'cancel' ? 'var(--bad)' : undefined}
                  variant="default"
                  size="xs"
                  onClick={() => choose(each)}
                >
                  {words.restoredChanges[each].action}
                </Button>
              ))}
            <Declare />
          </Group>
        }
      >
        {change !== null && <RestoredDialog change={change} close={() => choose(null)} />}
        <Text size="sm">{data.restorations.length === 0 ? words.noRestorations : words.restoredText}</Text>
      </Panel>
      {data.held.length > 0 && <Held held={data.held} />}
      {data.restorations.length > 0 && <Restorations restorations={data.restorations} />}
    </>
  );
}

function Declare() {
  return (
    <ConfirmButton
      size="xs"
      title={words.declareTitle}
      text={words.declareText}
      action={words.declare}
      run={() => unwrap(personalApi.POST('/operator/restorations'))}
      message={words.declared}
    />
  );
}

function Held({ held }: Pick<OperatorRestorations, 'held'>) {
  const { heldColumns: titles } = words;
  return (
    <Panel title={words.stillHeld} bare>
      <FigureTable
        label={words.stillHeld}
        rows={held}
        keyOf={({ organization }) => organization}
        columns={[
          { title: titles.organization, cell: ({ organization }) => organization },
          { title: titles.messages, cell: ({ messages }) => numberText(messages), isNumber: true },
          { title: titles.broadcasts, cell: ({ broadcasts }) => numberText(broadcasts), isNumber: true },
          { title: titles.runs, cell: ({ runs }) => numberText(runs), isNumber: true },
        ]}
      />
    </Panel>
  );
}

function Restorations({ restorations }: Pick<OperatorRestorations, 'restorations'>) {
  const { restorationColumns: titles } = words;
  return (
    <Panel title={words.restored} bare>
      <FigureTable
        label={words.restored}
        rows={restorations}
        keyOf={({ found_at: at }) => at}
        columns={[
          { title: titles.found, cell: ({ found_at: at }) => <Time at={at} /> },
          { title: titles.reason, cell: ({ reason }) => reason },
          { title: titles.held, cell: ({ held_at: at }) => <Time at={at} /> },
          { title: titles.messages, cell: ({ messages }) => numberText(messages), isNumber: true },
          { title: titles.broadcasts, cell: ({ broadcasts }) => numberText(broadcasts), isNumber: true },
          { title: titles.runs, cell: ({ runs }) => numberText(runs), isNumber: true },
        ]}
      />
    </Panel>
  );
}
