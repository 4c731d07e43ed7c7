import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

export interface TableColumn<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isNumber?: true;
}

/** A table that is read as a whole; it scrolls sideways where it is wider than the page. */
export function FigureTable<Row>({
  label,
  rows,
  keyOf,
  columns,
}: {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly columns: readonly TableColumn<Row>[];
}) {
  return (
    <Table.ScrollContainer type="native" tabIndex={0} minWidth={480}>
      <Table fz="sm" horizontalSpacing="md" aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ title, isNumber }) => (
              <Table.Th key={title} ta={isNumber && 'right'}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)}>
              {columns.map(({ title, cell, isNumber }) => (
                <Table.Td key={title} ta={isNumber && 'right'}>
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

const numbers = new Intl.NumberFormat('en');
export const numberText = (value: number): string => numbers.format(value);
