import { Table, Text } from '@mantine/core';
import { useRead } from '../../session/use-read';
import { dmarc as words } from '../../texts/domains';
import { ErrorPanel } from '../../ui/error-panel';
import { Panel } from '../../ui/panel';

const numbers = new Intl.NumberFormat('en');

/** Hosts that send in the name of the domain, from the DMARC reports of receivers. */
export function DmarcSources({ domainId }: { readonly domainId: string }) {
  const { data, error } = useRead('/domains/{id}/dmarc', { path: { id: domainId } });
  if (data === undefined) return <ErrorPanel error={error} />;
  return (
    <Panel title={words.title} bare={data.sources.length > 0}>
      {data.sources.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.none(data.days)}
        </Text>
      ) : (
        <Table.ScrollContainer type="native" tabIndex={0} minWidth={520}>
          <Table fz="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{words.source}</Table.Th>
                <Table.Th>{words.reporters}</Table.Th>
                <Table.Th ta="right">{words.messages}</Table.Th>
                <Table.Th ta="right">{words.passed}</Table.Th>
                <Table.Th ta="right">{words.failed}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.sources.map((source) => (
                <Table.Tr key={source.source_ip}>
                  <Table.Td className="mono">{source.source_ip}</Table.Td>
                  <Table.Td>{source.reporters.join(', ')}</Table.Td>
                  <Table.Td ta="right">{numbers.format(source.messages)}</Table.Td>
                  <Table.Td ta="right">{numbers.format(source.passed)}</Table.Td>
                  <Table.Td ta="right">{numbers.format(source.failed)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Panel>
  );
}
