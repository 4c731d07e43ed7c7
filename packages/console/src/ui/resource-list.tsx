import { Button, Checkbox, Skeleton, Stack } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { texts } from '../texts/texts';
import { ErrorPanel } from './error-panel';
import { useListKeys } from './use-list-keys';
import classes from './ui.module.css';

export interface Column<Item> {
  readonly title: string;
  /** A track of a CSS grid. */
  readonly width: string;
  readonly cell: (item: Item) => ReactNode;
  /** At phone width: left out, or below the other columns. */
  readonly onPhone?: false | 'below';
  readonly alignEnd?: true;
}

export interface Page<Item> {
  readonly data: readonly Item[];
  readonly next_cursor?: string;
}

export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
  /** Selects exactly these. */
  readonly set: (ids: readonly string[]) => void;
}

interface ListProps<Item> {
  readonly label: string;
  readonly query: UseInfiniteQueryResult<InfiniteData<Page<Item>>>;
  readonly columns: readonly Column<Item>[];
  readonly selection?: Selection;
  /** Shown when there is nothing. */
  readonly empty: ReactNode;
}

const rowPixels = 44;

/** A list that is read page by page while it scrolls. Only the visible rows are in the document. */
export function ResourceList<Item extends { readonly id: string }>(props: ListProps<Item>) {
  const { query, empty } = props;
  if (query.isPending)
    return (
      <Stack gap={8} aria-busy="true" aria-label={texts.common.loading}>
        {Array.from({ length: 8 }, (_each, index) => (
          <Skeleton key={index} height={36} radius="md" />
        ))}
      </Stack>
    );
  const items = query.data?.pages.flatMap(({ data }) => data) ?? [];
  if (query.isError && items.length === 0)
    return <ErrorPanel error={query.error} retry={() => void query.refetch()} />;
  if (items.length === 0 && !query.hasNextPage) return empty;
  return <Rows {...props} items={items} />;
}

function Rows<Item extends { readonly id: string }>({
  label,
  query,
  columns,
  selection,
  items,
}: ListProps<Item> & { readonly items: readonly Item[] }) {
  const table = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => setScrollMargin(body.current?.offsetTop ?? 0), []);
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => rowPixels,
    overscan: 12,
    scrollMargin,
  });
  const visible = virtualizer.getVirtualItems();
  const last = visible.at(-1)?.index ?? 0;
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  // A page that failed is read again on request only.
  const isMissing = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (last >= items.length - 5 && isMissing) void fetchNextPage();
  }, [last, items.length, isMissing, fetchNextPage]);
  useListKeys({ table, items, scrollTo: virtualizer.scrollToIndex, toggle: selection?.toggle });
  return (
    <div
      className={classes.table}
      role="table"
      aria-label={label}
      aria-rowcount={-1}
      ref={table}
      style={tracksOf(columns, selection)}
    >
      <div role="rowgroup">
        <div className={classes.head} role="row">
          {selection !== undefined && <SelectAll items={items} selection={selection} />}
          {columns.map(({ title, alignEnd, onPhone }) => (
            <div
              key={title}
              role="columnheader"
              data-phone={onPhone === false ? 'no' : onPhone}
              className={alignEnd && classes.end}
            >
              {title}
            </div>
          ))}
        </div>
      </div>
      <div className={classes.rows} role="rowgroup" ref={body} style={{ height: virtualizer.getTotalSize() }}>
        {visible.map(({ index, start }) => {
          const item = items[index];
          return (
            item && (
              <Row
                key={item.id}
                {...{ item, index, columns, selection }}
                style={{ transform: `translateY(${start - scrollMargin}px)` }}
              />
            )
          );
        })}
      </div>
      <ListFoot {...{ query }} />
    </div>
  );
}

function SelectAll({
  items,
  selection: { ids, set },
}: {
  readonly items: readonly { readonly id: string }[];
  readonly selection: Selection;
}) {
  const isAll = items.every(({ id }) => ids.has(id));
  return (
    <div role="columnheader" aria-label={texts.list.selected}>
      <Checkbox
        size="xs"
        aria-label={texts.list.selectAll}
        checked={isAll}
        indeterminate={ids.size > 0 && !isAll}
        onChange={() => set(isAll ? [] : items.map(({ id }) => id))}
      />
    </div>
  );
}

function Row<Item extends { readonly id: string }>({
  item,
  index,
  columns,
  selection,
  style,
}: {
  readonly item: Item;
  readonly index: number;
  readonly columns: readonly Column<Item>[];
  readonly selection: Selection | undefined;
  readonly style: CSSProperties;
}) {
  const isSelected = selection?.ids.has(item.id) ?? false;
  return (
    <div
      className={classes.row}
      role="row"
      data-index={index}
      data-selected={isSelected || undefined}
      style={style}
    >
      {selection !== undefined && (
        <div role="cell" className={classes.above}>
          <Checkbox
            size="xs"
            aria-label={texts.list.select}
            checked={isSelected}
            onChange={() => selection.toggle(item.id)}
          />
        </div>
      )}
      {columns.map(({ title, cell, alignEnd, onPhone }) => (
        <div
          key={title}
          role="cell"
          data-phone={onPhone === false ? 'no' : onPhone}
          className={`${classes.cell} ${alignEnd ? classes.end : ''}`}
        >
          {cell(item)}
        </div>
      ))}
    </div>
  );
}

function ListFoot({ query }: { readonly query: UseInfiniteQueryResult }) {
  if (query.isError)
    return (
      <div className={classes.foot}>
        {query.isFetchNextPageError ? texts.list.failed : texts.list.notRefreshed}{' '}
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
        >
          {texts.errors.retry}
        </Button>
      </div>
    );
  if (!query.hasNextPage) return null;
  return <div className={classes.foot}>{texts.list.more}</div>;
}

function tracksOf<Item>(columns: readonly Column<Item>[], selection: Selection | undefined): CSSProperties {
  const check = selection === undefined ? '' : '1.25rem ';
  const onPhone = columns.filter((column) => column.onPhone === undefined);
  return {
    '--columns': check + columns.map(({ width }) => width).join(' '),
    '--phone-columns': check + ['minmax(0, 1fr)', ...onPhone.slice(1).map(() => 'auto')].join(' '),
  } as CSSProperties;
}
