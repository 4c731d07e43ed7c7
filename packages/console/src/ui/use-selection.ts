import { useMemo, useState } from 'react';
import type { Selection } from './resource-list';

export type ListSelection = Required<Selection>;

/** The selected rows of a list. A change of the filters ends it: what is no longer shown is not acted on. */
export function useSelection(filters: unknown): ListSelection {
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
