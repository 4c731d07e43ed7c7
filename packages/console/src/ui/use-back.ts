import { useHotkeys, useWindowEvent } from '@mantine/hooks';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';

type Search = Readonly<Record<string, string | undefined>>;

interface Visit {
  readonly pathname: string;
  readonly search: Search;
}

/** Of this tab, by their place in its history. */
const visits = new Map<number, Visit>();
/** With which filters a page was last open. */
const lastSearches = new Map<string, Search>();

/** Called by the router for each address that it opens. */
export function rememberVisit({
  pathname,
  search,
  state,
}: Visit & { readonly state: { readonly __TSR_index?: number } }): void {
  lastSearches.set(pathname, search);
  visits.set(state.__TSR_index ?? 0, { pathname, search });
}

/**
 * The way back to a list as it was left: its filters, and where it is the page before this one in the history, also its rows and scroll
 * position.
 */
export function useReturn(list: string) {
  const state = useLocation().state as { readonly __TSR_index?: number };
  const navigate = useNavigate();
  const { organization: _organization, mode: _mode, ...search } = lastSearches.get(list) ?? {};
  const goBack = () => {
    const before = visits.get((state.__TSR_index ?? 0) - 1);
    if (before?.pathname === list) window.history.back();
    else void navigate({ to: list, search });
  };
  return { search, goBack };
}

/** Whether something is open above the page. Lists of closed fields stay in the document. */
function isCovered(): boolean {
  return (
    document.querySelector(
      '[role="dialog"], [role="menu"], [aria-haspopup="listbox"][aria-expanded="true"]',
    ) !== null
  );
}

/**
 * Goes back with Escape, unless the key is for something else: what is open above the page when it is pressed, or a part of the page
 * that has used it and says so by `preventDefault`.
 */
export function useEscapeBack(goBack: () => void): void {
  const wasCovered = useRef(false);
  // Before others see the key: what they close is gone when it arrives at the page.
  useWindowEvent('keydown', () => (wasCovered.current = isCovered()), true);
  useHotkeys([
    [
      'Escape',
      (event) => {
        if (!event.defaultPrevented && !wasCovered.current) goBack();
      },
      { preventDefault: false },
    ],
  ]);
}
