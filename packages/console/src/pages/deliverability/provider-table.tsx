import { Table, Text } from '@mantine/core';
import type { DeliverabilityProvider } from '../../api/types';
import { deliverability as words } from '../../texts/deliverability';
import { providerName } from '../../texts/mailbox-providers';
import { texts } from '../../texts/texts';
import { Panel } from '../../ui/panel';

const numbers = new Intl.NumberFormat('en');
const percents = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 });
const shortNumbers = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });

/** Outcomes as counts, with their share of the recipients where that says more. */
export function ProviderTable({ providers }: { readonly providers: readonly DeliverabilityProvider[] }) {
  const { columns } = words;
  return (
    <Panel title={words.providers} bare>
      <Table.ScrollContainer type="native" tabIndex={0} minWidth={860}>
        <Table fz="xs" horizontalSpacing="md" aria-label={words.providers}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{columns.provider}</Table.Th>
              {Object.entries(columns)
                .filter(([name]) => name !== 'provider')
                .map(([name, label]) => (
                  <Table.Th key={name} ta="right">
                    {label}
                  </Table.Th>
                ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {providers.map((row) => (
              <ProviderRow key={row.provider} row={row} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="xs" c="dimmed" px="md" py="xs">
        {words.secondsNote}
      </Text>
    </Panel>
  );
}

function ProviderRow({ row }: { readonly row: DeliverabilityProvider }) {
  const { recipients, delivered, deferred, blocked, bounced, complained } = row;
  return (
    <Table.Tr>
      <Table.Th scope="row">{providerName(row.provider)}</Table.Th>
      <Figure count={recipients} />
      <Figure count={delivered} of={recipients} />
      <Figure count={deferred} />
      <Figure count={blocked} />
      <Figure count={bounced} of={recipients} />
      <Figure count={complained} of={delivered} />
      <Table.Td ta="right">{spanOf(row.seconds_to_delivery)}</Table.Td>
      <Table.Td ta="right">{spanOf(row.usual_seconds)}</Table.Td>
    </Table.Tr>
  );
}

function Figure({ count, of = 0 }: { readonly count: number; readonly of?: number }) {
  return (
    <Table.Td ta="right" c={count === 0 ? 'dimmed' : undefined}>
      {numbers.format(count)}
      {of > 0 && count > 0 && (
        <Text span size="xs" c="dimmed">
          {` ${percents.format(Math.min(1, count / of))}`}
        </Text>
      )}
    </Table.Td>
  );
}

function spanOf(seconds: DeliverabilityProvider['seconds_to_delivery']): string {
  if (seconds === null) return texts.common.none;
  return words.percentiles(inWords(seconds.p50), inWords(seconds.p95));
}

function inWords(seconds: number): string {
  const { spans } = words;
  if (seconds < 120) return spans.seconds(shortNumbers.format(seconds));
  if (seconds < 7_200) return spans.minutes(shortNumbers.format(seconds / 60));
  return spans.hours(shortNumbers.format(seconds / 3_600));
}
