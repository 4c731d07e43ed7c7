import { Select, Table, Text } from '@mantine/core';
import type { ContactImport } from '../../api/types';
import { contactTexts } from '../../texts/contacts';
import { importTexts, serviceNames } from '../../texts/imports';
import { Panel } from '../../ui/panel';
import type { ColumnField, ColumnMapping } from './column-mapping';

const { importPage: words } = contactTexts;

/** Of each column, as many values are shown. */
const samplesMax = 3;

/** What each column of the file is read as. */
export function MapColumns({
  head,
  rows,
  mapping,
  change,
  found,
}: {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly mapping: ColumnMapping;
  readonly change: (mapping: ColumnMapping) => void;
  /** How the import reads the columns; absent as long as it is not known. */
  readonly found: Pick<ContactImport, 'columns' | 'format'> | undefined;
}) {
  const samples = (index: number) =>
    rows
      .map((row) => row[index] ?? '')
      .filter((value) => value !== '')
      .slice(0, samplesMax)
      .join(', ');
  const service = found === undefined ? undefined : serviceNames[found.format];
  const decided = new Map(found?.columns.map((column) => [column.name, importTexts.readAs(column)]));
  const optionsOf = (name: string) =>
    Object.entries(words.fields).map(([value, label]) => {
      const reading = decided.get(name.trim());
      return value === 'auto' && reading !== undefined
        ? { value, label: words.automatic(reading) }
        : { value, label };
    });
  return (
    <Panel title={words.mapping} bare>
      <Text size="sm" p="md">
        {service !== undefined && `${words.recognized(service)} `}
        {words.mappingText}
      </Text>
      <Table.ScrollContainer type="native" tabIndex={0} minWidth={480}>
        <Table fz="xs" horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.column}</Table.Th>
              <Table.Th>{words.readAs}</Table.Th>
              <Table.Th>{words.samples}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {head.map((name, index) => (
              <Table.Tr key={index}>
                <Table.Td fw={500}>{name}</Table.Td>
                <Table.Td>
                  <Select
                    size="xs"
                    w="19rem"
                    aria-label={`${words.readAs}: ${name}`}
                    data={optionsOf(name)}
                    value={mapping[name] ?? 'auto'}
                    onChange={(value) => change({ ...mapping, [name]: (value ?? 'auto') as ColumnField })}
                  />
                </Table.Td>
                <Table.Td c="dimmed">{samples(index)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}
