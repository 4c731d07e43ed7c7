import { useHotkeys } from '@mantine/hooks';
import type { RefObject } from 'react';

/**
 * Keys of a list: `j` and `k` move the focus over the rows' links (Enter opens the focused one, as for each link), `x` selects the row,
 * `/` goes to the first text filter.
 */
export function useListKeys({
  table,
  items,
  scrollTo,
  toggle,
}: {
  readonly table: RefObject<HTMLDivElement | null>;
  readonly items: readonly { readonly id: string }[];
  readonly scrollTo: (index: number) => void;
  readonly toggle: ((id: string) => void) | undefined;
}): void {
  const focused = (): number => {
    const row = document.activeElement?.closest('[data-index]');
    return row !== null && table.current?.contains(row ?? null)
      ? Number(row?.getAttribute('data-index'))
      : -1;
  };
  const focus = (index: number) => {
    const target = Math.max(0, Math.min(items.length - 1, index));
    scrollTo(target);
    // The row is in the document after the list has scrolled.
    requestAnimationFrame(() => {
      table.current
        ?.querySelector<HTMLElement>(`[data-index="${target}"] :is(a, button)`)
        ?.focus({ preventScroll: true });
    });
  };
  useHotkeys([
    ['j', () => focus(focused() + 1)],
    ['k', () => focus(focused() - 1)],
    [
      'x',
      () => {
        const item = items[focused()];
        if (item !== undefined) toggle?.(item.id);
      },
    ],
    ['/', () => document.querySelector<HTMLInputElement>('input[data-filter]')?.focus()],
  ]);
}
