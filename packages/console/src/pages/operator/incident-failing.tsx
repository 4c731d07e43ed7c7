import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { PlatformIncident } from '../../api/types';
import { incidentTexts as words } from '../../texts/operator-incident';
import { Panel } from '../../ui/panel';
import { searchOf } from '../../ui/search-of';
import { FigureTable, numberText } from './figure-table';

type Group = NonNullable<PlatformIncident['failing']>[number];

/** Sites, transports and source addresses with the most failed attempts. */
export function FailingAttempts({ failing }: Pick<PlatformIncident, 'failing'>) {
  if (failing === null || failing.length === 0)
    return (
      <Panel title={words.failing}>
        <Text size="sm">{failing === null ? words.late : words.failingNone}</Text>
      </Panel>
    );
  const { failingColumns: titles } = words;
  return (
    <Panel title={words.failing} bare>
      <Text size="xs" c="dimmed" p="md">
        {words.failingText}
      </Text>
      <FigureTable
        label={words.failing}
        rows={failing}
        keyOf={({ by, name }) => `${by} ${name}`}
        columns={[
          { title: titles.name, cell: (group) => <Name group={group} /> },
          { title: titles.attempts, cell: ({ attempts }) => numberText(attempts), isNumber: true },
          { title: titles.recipients, cell: ({ recipients }) => numberText(recipients), isNumber: true },
          { title: titles.reply, cell: ({ reply }) => reply ?? words.noReply },
        ]}
      />
    </Panel>
  );
}

function Name({ group: { by, name } }: { readonly group: Group }) {
  return (
    <>
      {by === 'site' ? (
        <Anchor component={Link} to="/operator/sites" search={searchOf({ search: name })} size="sm">
          {name}
        </Anchor>
      ) : (
        <Anchor component={Link} to="/operator/delivery" size="sm">
          {name}
        </Anchor>
      )}
      <Text size="xs" c="dimmed">
        {words.by[by]}
      </Text>
    </>
  );
}
