import { Button, Group, Text } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { texts } from '../texts/texts';
import type { Selection } from './resource-list';
import classes from './selection.module.css';

/** The selected rows of a list. A change of the filters ends it: what is no longer shown is not acted on. */
export function useSelection(filters: unknown): Selection {
  const shown = JSON.stringify(filters);
  const [chosen, setChosen] = useState<{ readonly shown: string; readonly ids: ReadonlySet<string> }>({
    shown,
    ids: new Set(),
  });
  return useMemo(() => {
    const ids = chosen.shown === shown ? chosen.ids : new Set<string>();
    return {
      ids,
      set: (next) => setChosen({ shown, ids: new Set(next) }),
      toggle: (id) => {
        const next = new Set(ids);
        if (!next.delete(id)) next.add(id);
        setChosen({ shown, ids: next });
      },
    };
  }, [chosen, shown]);
}

const { list: words } = texts;

/** Actions on the selected rows; hidden without any. */
export function BulkBar({
  selection: { ids, set },
  children,
}: {
  readonly selection: Selection;
  readonly children: ReactNode;
}) {
  if (ids.size === 0) return null;
  return (
    <Group className={classes.bar} role="toolbar" aria-label={words.selectedCount(ids.size)}>
      <Text size="sm">{words.selectedCount(ids.size)}</Text>
      {children}
      <Button variant="subtle" color="gray" onClick={() => set([])}>
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
