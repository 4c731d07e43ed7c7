import { Alert, Button, Loader, Table, Text } from '@mantine/core';
import type { ContactImport } from '../../api/types';
import { contactTexts } from '../../texts/contacts';
import { importTexts } from '../../texts/imports';
import { ErrorPanel } from '../../ui/error-panel';
import { Panel } from '../../ui/panel';
import { isRunning, RefusedRows } from '../imports/import-progress';
import type { DryRun } from './use-dry-run';

const { forecast: words } = contactTexts.importPage;
const numbers = new Intl.NumberFormat('en');

/** How many rows the import would subscribe, unsubscribe, suppress and refuse. */
export function ImportForecast({ dryRun: { data, error, isPending, check } }: { readonly dryRun: DryRun }) {
  const isComplete = data?.status === 'finished';
  return (
    <>
      <Panel title={words.title}>
        <ErrorPanel error={error} />
        {check !== undefined && (
          <>
            <Text size="sm" mb="sm">
              {words.large}
            </Text>
            <Button variant="default" onClick={check}>
              {words.check}
            </Button>
          </>
        )}
        {(isPending || isRunning(data?.status)) && (
          <Text size="sm" c="dimmed" role="status">
            <Loader size="xs" mr="xs" />
            {words.checking(numbers.format(data?.rows_read ?? 0))}
          </Text>
        )}
        {isComplete && !isPending && <Outcomes data={data} />}
      </Panel>
      {data !== undefined && isComplete && data.rows_refused > 0 && <RefusedRows of="contacts" data={data} />}
    </>
  );
}

function Outcomes({ data }: { readonly data: ContactImport }) {
  const { rows_unsubscribed: left, kept_unsubscribed: kept } = data;
  const counts = {
    subscribed: data.rows_added + data.rows_updated - left - kept,
    unsubscribed: left + kept,
    suppressed: data.rows_suppressed,
    refused: data.rows_refused,
  };
  const hasStatus = data.columns.some(({ read_as: readAs }) => readAs === 'status');
  return (
    <>
      {!hasStatus && (
        <Alert color="yellow" variant="light" mb="sm">
          {importTexts.noStatusColumn}
        </Alert>
      )}
      <Table fz="sm" aria-label={words.title} variant="vertical" withRowBorders={false}>
        <Table.Tbody>
          {(['subscribed', 'unsubscribed', 'suppressed', 'refused'] as const).map((name) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" w="10rem">
                {words.outcomes[name]}
              </Table.Th>
              <Table.Td w="6rem" ta="right">
                {numbers.format(counts[name])}
              </Table.Td>
              <Table.Td c="dimmed">{words.meanings[name]}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}
