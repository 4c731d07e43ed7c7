import { Stack, Table, Text } from '@mantine/core';
import type { Dmarc } from '../../api/types';
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
    <>
      <SourcesPanel dmarc={data} />
      {data.reasons.length > 0 && <ReasonsPanel reasons={data.reasons} />}
    </>
  );
}

function SourcesPanel({ dmarc: data }: { readonly dmarc: Dmarc }) {
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
                <Table.Th>{words.sender}</Table.Th>
                <Table.Th>{words.reporters}</Table.Th>
                <Table.Th ta="right">{words.messages}</Table.Th>
                <Table.Th ta="right">{words.passed}</Table.Th>
                <Table.Th ta="right">{words.failed}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.sources.map((source) => (
                <Table.Tr key={source.source_ip}>
                  <Table.Td>
                    <span className="mono">{source.source_ip}</span>
                    {source.host_name !== null && (
                      <Text size="xs" c="dimmed">
                        {source.host_name}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td>
                    {source.type === 'service' ? source.service : words.sourceTypes[source.type]}
                    {source.type === 'forwarder' && source.service !== null && ` (${source.service})`}
                    {source.is_new && (
                      <Text size="xs" c="dimmed">
                        {words.isNew}
                      </Text>
                    )}
                  </Table.Td>
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

function ReasonsPanel({ reasons }: { readonly reasons: Dmarc['reasons'] }) {
  return (
    <Panel title={words.reasons}>
      <Stack gap="sm">
        <Text size="sm">{words.reasonsText}</Text>
        <Table.ScrollContainer type="native" tabIndex={0} minWidth={520}>
          <Table fz="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{words.reason}</Table.Th>
                <Table.Th>{words.comment}</Table.Th>
                <Table.Th>{words.reporters}</Table.Th>
                <Table.Th ta="right">{words.messages}</Table.Th>
                <Table.Th>{words.lastSeen}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {reasons.map((reason) => (
                <Table.Tr key={`${reason.type} ${reason.comment}`}>
                  <Table.Td>{words.reasonTypes[reason.type]}</Table.Td>
                  <Table.Td>{reason.comment}</Table.Td>
                  <Table.Td>{reason.reporters.join(', ')}</Table.Td>
                  <Table.Td ta="right">{numbers.format(reason.messages)}</Table.Td>
                  <Table.Td>{reason.last_day}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Stack>
    </Panel>
  );
}
