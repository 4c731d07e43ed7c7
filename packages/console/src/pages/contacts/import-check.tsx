import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { contactTexts } from '../../texts/contacts';
import { csvRows } from '../../ui/csv';
import { Facts, Panel } from '../../ui/panel';
import { emailColumn, type ColumnMapping } from './column-mapping';

const { importPage: words } = contactTexts;

/** Larger files would hold up the browser. */
const checkedBytesMax = 20 * 1_024 * 1_024;
const address = /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/;
const numbers = new Intl.NumberFormat('en');

/** Counts the rows of the file before it is sent: those that would be refused cost nothing yet. */
export function ImportCheck({
  file,
  head,
  mapping,
}: {
  readonly file: File;
  readonly head: readonly string[];
  readonly mapping: ColumnMapping;
}) {
  const column = emailColumn(head, mapping);
  const isChecked = file.size <= checkedBytesMax;
  const { data } = useQuery({
    queryKey: ['import-check', file.name, file.size, file.lastModified, column],
    enabled: isChecked && column !== -1,
    queryFn: async () => countRows(await file.text(), column),
  });
  return (
    <Panel title={words.check}>
      {column === -1 && <Alert color="yellow" variant="light" title={words.noEmailColumn} />}
      {!isChecked && <Text size="sm">{words.tooLarge}</Text>}
      {data !== undefined && (
        <>
          <Text size="sm" c="dimmed" mb="sm">
            {words.checkText}
          </Text>
          <Facts
            facts={(['rows', 'valid', 'invalid', 'duplicates'] as const).map((name) => [
              words.counts[name],
              numbers.format(data[name]),
            ])}
          />
        </>
      )}
    </Panel>
  );
}

function countRows(text: string, column: number) {
  const addresses = csvRows(text, Infinity)
    .slice(1)
    .map((row) => row[column] ?? '');
  const valid = addresses.filter((each) => address.test(each));
  const distinct = new Set(valid.map((each) => each.trim().toLowerCase()));
  return {
    rows: addresses.length,
    valid: valid.length,
    invalid: addresses.length - valid.length,
    duplicates: valid.length - distinct.size,
  };
}
