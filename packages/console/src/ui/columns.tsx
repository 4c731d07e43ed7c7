import type { ReactNode } from 'react';
import type { Column } from './resource-list';
import { Time } from './time';

const numbers = new Intl.NumberFormat('en');

/** Hidden at phone width. */
export function timeColumn<Item>(
  title: string,
  at: (item: Item) => string | null | undefined,
  never?: string,
): Column<Item> {
  return {
    ...{ title, width: '7rem', onPhone: false, alignEnd: true },
    cell: (item) => <Time at={at(item) ?? null} never={never} />,
  };
}

/** Hidden at phone width. */
export function countColumn<Item>(title: string, count: (item: Item) => number): Column<Item> {
  return {
    ...{ title, width: '7rem', onPhone: false, alignEnd: true },
    cell: (item) => numbers.format(count(item)),
  };
}

/** Hidden at phone width. */
export function detailColumn<Item>(
  title: string,
  width: string,
  cell: (item: Item) => ReactNode,
): Column<Item> {
  return { title, width, onPhone: false, cell };
}
