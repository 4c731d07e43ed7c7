import { Button, Group, Text } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { texts } from '../texts/texts';
import type { Selection } from './resource-list';
import classes from './selection.module.css';

export interface SelectionState extends Selection {
  readonly clear: () => void;
}

/** The selected rows of a list, by id. */
export function useSelection(): SelectionState {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return useMemo(
    () => ({
      ids,
      toggle: (id) =>
        setIds(
          (before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]),
        ),
      clear: () => setIds(new Set()),
    }),
    [ids],
  );
}

const { list: words } = texts;

/** Actions on the selected rows; hidden without any. */
export function BulkBar({
  selection: { ids, clear },
  children,
}: {
  readonly selection: SelectionState;
  readonly children: ReactNode;
}) {
  if (ids.size === 0) return null;
  return (
    <Group className={classes.bar} role="toolbar" aria-label={words.selectedCount(ids.size)}>
      <Text size="sm">{words.selectedCount(ids.size)}</Text>
      {children}
      <Button variant="subtle" color="gray" onClick={clear}>
        {words.clearSelection}
      </Button>
    </Group>
  );
}

/** Runs one request for each id, eight at a time. All of them run, whichever fail; the first failure is returned. */
export async function forEachId(
  ids: Iterable<string>,
  run: (id: string) => Promise<unknown>,
): Promise<{ readonly done: number; readonly failure: unknown }> {
  const open = [...ids];
  let done = 0;
  let failure: unknown = null;
  const work = async () => {
    for (let id = open.shift(); id !== undefined; id = open.shift())
      await run(id).then(
        () => (done += 1),
        (error: unknown) => (failure ??= error),
      );
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return { done, failure };
}
