import { useRef, useState } from 'react';
import { useScope } from '../session/scope';
import { dropKeptDraft, keepDraft, keptDraft } from './kept-drafts';
import { isSameDraft } from './merge-drafts';

/** What is entered for something new, which is kept in the tab until it is created. */
export interface KeptInput<Values extends object> {
  readonly values: Values;
  readonly change: (changed: Partial<Values>) => void;
  /** Nothing was entered. */
  readonly isEmpty: boolean;
  /** The values are what a reload found in the browser. */
  readonly isRestored: boolean;
  /** Once it is created. */
  readonly forget: () => void;
  /** Begins again. */
  readonly clear: () => void;
}

/** @param name of what is being created, one for each form */
export function useKeptInput<Values extends object>(name: string, empty: Values): KeptInput<Values> {
  const kept = useKeptForm(name, empty);
  const [{ values, isRestored }, set] = useState({
    values: kept.initialValues,
    isRestored: kept.isRestored,
  });
  // Two changes may come before the next rendering.
  const latest = useRef(values);
  return {
    values,
    isEmpty: isSameDraft(values, empty),
    isRestored,
    change: (changed) => {
      latest.current = { ...latest.current, ...changed };
      kept.onValuesChange(latest.current);
      set({ values: latest.current, isRestored });
    },
    forget: kept.forget,
    clear: () => {
      kept.forget();
      latest.current = empty;
      set({ values: empty, isRestored: false });
    },
  };
}

/** The same for a form of Mantine, which takes the first two. */
export function useKeptForm<Values extends object>(name: string, empty: Values) {
  const { session, organization } = useScope();
  const key = `${session.user.id}:${organization.organization_id}:${name}`;
  const [initialValues] = useState(() => keptDraft(key, empty)?.draft ?? empty);
  const forget = () => dropKeptDraft(key);
  const onValuesChange = (values: Values) => {
    if (isSameDraft(values, empty)) forget();
    else keepDraft(key, { draft: values, base: empty, etag: null });
  };
  return { initialValues, onValuesChange, isRestored: !isSameDraft(initialValues, empty), forget };
}
