import { Table } from '@mantine/core';
import type { Metrics } from '../../api/types';
import { providerName } from '../../texts/mailbox-providers';
import { metrics as words } from '../../texts/metrics';
import { Panel } from '../../ui/panel';

type Day = Metrics['series'][number];
type Group = NonNullable<Metrics['by']>[number];

const numbers = new Intl.NumberFormat('en');
const columns = [
  ...(['sent', 'delivered', 'bouncedHard', 'bouncedSoft'] as const),
  ...(['complained', 'opened', 'clicked', 'unsubscribed'] as const),
];

/** The figures of the charts, latest day first. */
export function DayTable({ series }: { readonly series: readonly Day[] }) {
  return (
    <FigureTable
      title={words.byDay}
      first={words.day}
      names={columns.map((name) => words.columns[name])}
      rows={series.toReversed().map((day) => [day.day, columns.map((name) => day[name])] as const)}
    />
  );
}

/** One row for each provider, key, template or kind. */
export function FacetTable({
  title,
  label,
  isOfProviders,
  groups,
}: {
  readonly title: string;
  readonly label: string;
  /** Its keys are mailbox providers. */
  readonly isOfProviders: boolean;
  readonly groups: readonly Group[];
}) {
  const facetColumns = ['delayed', 'blocked'] as const;
  return (
    <FigureTable
      title={title}
      first={label}
      names={[
        ...columns.map((name) => words.columns[name]),
        ...facetColumns.map((name) => words.facetColumns[name]),
      ]}
      rows={groups.map(
        (group) =>
          [
            group.label === '' ? (isOfProviders ? providerName(group.key) : group.key) : group.label,
            [...columns.map((name) => group[name]), ...facetColumns.map((name) => group[name])],
          ] as const,
      )}
    />
  );
}

function FigureTable({
  title,
  first,
  names,
  rows,
}: {
  readonly title: string;
  readonly first: string;
  readonly names: readonly string[];
  readonly rows: readonly (readonly [string, readonly number[]])[];
}) {
  return (
    <Panel title={title} bare>
      <Table.ScrollContainer type="native" tabIndex={0} minWidth={760}>
        <Table fz="xs" horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{first}</Table.Th>
              {names.map((name) => (
                <Table.Th key={name} ta="right">
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(([name, figures]) => (
              <Table.Tr key={name}>
                <Table.Td>{name}</Table.Td>
                {figures.map((figure, index) => (
                  <Table.Td key={index} ta="right" c={figure === 0 ? 'dimmed' : undefined}>
                    {numbers.format(figure)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}
