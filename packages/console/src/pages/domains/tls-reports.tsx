import { Stack, Table, Text } from '@mantine/core';
import { useRead } from '../../session/use-read';
import { tlsReports as words } from '../../texts/domains';
import { ErrorPanel } from '../../ui/error-panel';
import { Panel } from '../../ui/panel';

const numbers = new Intl.NumberFormat('en');

/** How other servers reach the mail servers of the domain over TLS, from the reports that they send. */
export function TlsReportsPanel({ domainId }: { readonly domainId: string }) {
  const { data, error } = useRead('/domains/{id}/tls-reports', { path: { id: domainId } });
  if (data === undefined) return error === null ? null : <ErrorPanel error={error} />;
  return (
    <Panel title={words.title}>
      <Stack gap="sm">
        <Text size="sm">{data.reports === 0 ? words.none(data.days) : words.figures(data)}</Text>
        {data.failures.length > 0 && (
          <Table.ScrollContainer type="native" tabIndex={0} minWidth={520}>
            <Table fz="xs">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{words.result}</Table.Th>
                  <Table.Th>{words.mailServer}</Table.Th>
                  <Table.Th>{words.reporters}</Table.Th>
                  <Table.Th ta="right">{words.sessions}</Table.Th>
                  <Table.Th>{words.lastSeen}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {data.failures.map((failure) => (
                  <Table.Tr
                    key={`${failure.policy_type} ${failure.result} ${failure.mail_server} ${failure.reason}`}
                  >
                    <Table.Td>
                      <span className="mono">{failure.result}</span>
                      {failure.reason !== null && (
                        <Text size="xs" c="dimmed">
                          {failure.reason}
                        </Text>
                      )}
                    </Table.Td>
                    <Table.Td className="mono">{failure.mail_server}</Table.Td>
                    <Table.Td>{failure.reporters.join(', ')}</Table.Td>
                    <Table.Td ta="right">{numbers.format(failure.sessions)}</Table.Td>
                    <Table.Td>{failure.last_day}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Stack>
    </Panel>
  );
}
