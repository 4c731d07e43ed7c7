import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '../../ui/ui.module.css';

export interface TableColumn<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isNumber?: true;
}

/** Narrower columns of text would be read word by word. */
const columnPixels = 110;

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
    <Table.ScrollContainer type="native" tabIndex={0} minWidth={Math.max(480, columns.length * columnPixels)}>
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
                <Table.Td key={title} ta={isNumber && 'right'} className={isNumber && classes.figure}>
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
