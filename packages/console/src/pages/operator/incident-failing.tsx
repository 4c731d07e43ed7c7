import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { PlatformIncident } from '../../api/types';
import { incidentTexts as words } from '../../texts/operator-incident';
import { Panel } from '../../ui/panel';
import { searchOf } from '../../ui/search-of';
import { FigureTable, numberText } from './figure-table';

type Group = NonNullable<PlatformIncident['failing']>[number];

/** What deferred and failed recipients have in common. */
export function FailingRecipients({ failing }: Pick<PlatformIncident, 'failing'>) {
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
          { title: titles.deferrals, cell: ({ deferrals }) => numberText(deferrals), isNumber: true },
          { title: titles.failures, cell: ({ failures }) => numberText(failures), isNumber: true },
          { title: titles.recipients, cell: ({ recipients }) => numberText(recipients), isNumber: true },
          {
            title: titles.detail,
            cell: ({ by, detail }) => (by === 'detail' ? '' : (detail ?? words.noDetail)),
          },
        ]}
      />
    </Panel>
  );
}

const pages = { site: '/operator/sites', transport: '/operator/delivery', source: '/operator/delivery' };

function Name({ group: { by, name } }: { readonly group: Group }) {
  return (
    <>
      {by === 'detail' ? (
        <Text size="sm">{name}</Text>
      ) : (
        <Anchor
          component={Link}
          to={pages[by]}
          {...(by === 'site' && { search: searchOf({ search: name }) })}
          size="sm"
        >
          {name}
        </Anchor>
      )}
      <Text size="xs" c="dimmed">
        {words.by[by]}
      </Text>
    </>
  );
}

/** Who sends most, and whose mail waits. */
export function BusyOrganizations({ organizations }: Pick<PlatformIncident, 'organizations'>) {
  if (organizations === null || organizations.length === 0)
    return (
      <Panel title={words.organizations}>
        <Text size="sm">{organizations === null ? words.late : words.organizationsNone}</Text>
      </Panel>
    );
  const { organizationColumns: titles } = words;
  return (
    <Panel title={words.organizations} bare>
      <FigureTable
        label={words.organizations}
        rows={organizations}
        keyOf={({ id }) => id}
        columns={[
          {
            title: titles.name,
            cell: ({ id, name }) => (
              <Anchor component={Link} to={`/operator/organizations/${id}`} size="sm">
                {name}
              </Anchor>
            ),
          },
          { title: titles.accepted, cell: ({ accepted }) => numberText(accepted), isNumber: true },
          { title: titles.waiting, cell: ({ waiting }) => numberText(waiting), isNumber: true },
        ]}
      />
    </Panel>
  );
}
