import { useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useScope } from '../session/scope';
import { savingTexts } from '../texts/saving';
import { dropUnshown } from '../ui/use-leave';
import { Autosave } from './autosave';
import type { AutosaveOptions, AutosaveState } from './autosave-state';

/** What an editor works with; `SaveState` shows it. */
export interface Saving<Fields extends object> extends AutosaveState<Fields> {
  readonly change: (changed: Partial<Fields>) => void;
  /** @returns whether all is saved */
  readonly flush: () => Promise<boolean>;
  readonly undo: () => void;
  readonly discard: () => void;
  readonly resolve: (choice: 'mine' | 'theirs') => void;
  /** For the element around the fields: who leaves a field has finished it. */
  readonly onBlur: () => void;
}

/**
 * Saves an object while it is edited: a moment after the last change, when a field, the page or the tab is left, and again after a lost
 * connection. Leaving asks only when saving has failed. What is not saved is also in the tab's storage, where a reload finds it.
 */
export function useAutosave<Fields extends object, Body extends object, Stored>({
  path,
  isManual = false,
  ...options
}: Omit<AutosaveOptions<Fields, Body, Stored>, 'key'> & {
  /** Of the object in the API, which names it. */
  readonly path: string;
  /** For what takes effect as a whole: it is kept in the tab while it is edited, and saved by a button. */
  readonly isManual?: boolean;
}): Saving<Fields> {
  const { session, organization } = useScope();
  const queryClient = useQueryClient();
  const latest = useRef(options);
  const [autosave] = useState(
    () =>
      new Autosave<Fields, Body, Stored>({
        ...options,
        ...(isManual && { waitMs: Infinity }),
        key: `${session.user.id}:${organization.organization_id}:${path}`,
        problemOf: (draft) => latest.current.problemOf?.(draft) ?? null,
        saved: (stored) => {
          latest.current.saved?.(stored);
          dropUnshown(queryClient);
        },
      }),
  );
  useEffect(() => {
    latest.current = options;
  });
  const { stored } = options;
  useEffect(() => autosave.refresh(stored), [autosave, stored]);
  useEffect(() => void autosave.learnVersion(), [autosave]);
  useFlushWhenLeft(autosave, isManual);
  const state = useSyncExternalStore(autosave.subscribe, autosave.state);
  useBlocker({
    // Another step of the same page keeps what was typed.
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false;
      const isSaved = isManual ? !autosave.isUnsaved : await autosave.flush();
      return !isSaved && !window.confirm(isManual ? savingTexts.leaveUnsaved : savingTexts.leave);
    },
    enableBeforeUnload: () =>
      autosave.isUnsaved && (isManual || ['failed', 'conflict'].includes(state.phase) || !navigator.onLine),
  });
  return {
    ...state,
    change: (changed) => autosave.change(changed),
    flush: () => autosave.flush(),
    undo: () => autosave.undo(),
    discard: () => autosave.discard(),
    resolve: (choice) => autosave.resolve(choice),
    onBlur: () => void (isManual || autosave.flush()),
  };
}

function useFlushWhenLeft(
  autosave: { readonly flush: () => Promise<boolean>; readonly dispose: () => void },
  isManual: boolean,
): void {
  useEffect(() => {
    if (isManual) return () => autosave.dispose();
    const flush = () => void autosave.flush();
    const onVisibility = () => document.visibilityState === 'hidden' && flush();
    document.addEventListener('visibilitychange', onVisibility);
    window.addEventListener('pagehide', flush);
    // The connection is back: what waits for its next try need not wait longer.
    window.addEventListener('online', flush);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('pagehide', flush);
      window.removeEventListener('online', flush);
      // Of a dialog, for example, which is closed without leaving the page.
      flush();
      autosave.dispose();
    };
  }, [autosave, isManual]);
}
