import { Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Broadcast, BroadcastSummary } from '../../api/types';
import { useRead } from '../../session/use-read';
import { broadcastTexts } from '../../texts/broadcasts';
import { Panel } from '../../ui/panel';
import { Time } from '../../ui/time';
import { averageRates, percentOf, rateNames, ratesOf, type BroadcastRates } from './broadcast-rates';
import classes from './broadcasts.module.css';

const { report: words } = broadcastTexts;
const numbers = new Intl.NumberFormat('en');
const comparedMax = 10;

/** The last broadcasts that were sent, without this one, and the average of their rates; undefined until they are read. */
export function useComparison({ id }: Broadcast): {
  readonly others: readonly BroadcastSummary[] | undefined;
  readonly average: BroadcastRates | null;
} {
  const { data } = useRead('/broadcasts', { query: { status: 'sent', limit: comparedMax + 1 } });
  const others = data?.data.filter((other) => other.id !== id).slice(0, comparedMax);
  return {
    others,
    average: others === undefined || others.length === 0 ? null : averageRates(others.map(ratesOf)),
  };
}

/** This broadcast above the last ones and their average. */
export function ReportComparison({
  broadcast,
  others,
  average,
}: {
  readonly broadcast: Broadcast;
  readonly others: readonly BroadcastSummary[] | undefined;
  readonly average: BroadcastRates | null;
}) {
  if (others === undefined) return null;
  if (average === null)
    return (
      <Panel title={words.comparison}>
        <Text size="sm" c="dimmed">
          {words.noComparison}
        </Text>
      </Panel>
    );
  return (
    <Panel title={words.comparison} bare>
      <Table.ScrollContainer type="native" tabIndex={0} minWidth={560}>
        <Table fz="xs" horizontalSpacing="md" aria-label={words.comparison}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{broadcastTexts.columns.name}</Table.Th>
              <Table.Th>{words.facts.started}</Table.Th>
              <Table.Th ta="right">{words.recipients}</Table.Th>
              {rateNames.map((name) => (
                <Table.Th key={name} ta="right">
                  {words.figures[name]}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <Row broadcast={broadcast} isThis />
            <Table.Tr>
              <Table.Td colSpan={3} c="dimmed">
                {words.averageOf(others.length)}
              </Table.Td>
              <Rates rates={average} />
            </Table.Tr>
            {others.map((other) => (
              <Row key={other.id} broadcast={other} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}

function Row({
  broadcast,
  isThis = false,
}: {
  readonly broadcast: Broadcast | BroadcastSummary;
  readonly isThis?: boolean;
}) {
  const { id, name, sent_at: at, counts } = broadcast;
  return (
    <Table.Tr className={isThis ? classes.thisRow : undefined}>
      <Table.Td>
        {isThis ? (
          <strong>{name}</strong>
        ) : (
          <Link to="/broadcasts/$id" params={{ id }}>
            {name}
          </Link>
        )}
      </Table.Td>
      <Table.Td>
        <Time at={at} />
      </Table.Td>
      <Table.Td ta="right">{numbers.format(counts.recipients)}</Table.Td>
      <Rates rates={ratesOf(broadcast)} />
    </Table.Tr>
  );
}

function Rates({ rates }: { readonly rates: BroadcastRates }) {
  return rateNames.map((name) => (
    <Table.Td key={name} ta="right">
      {percentOf(rates[name])}
    </Table.Td>
  ));
}
