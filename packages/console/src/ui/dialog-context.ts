import { createContext, useContext } from 'react';

/** Tells the dialog around that another one is open above it. */
export const CoverContext = createContext<((isCovered: boolean) => void) | null>(null);

/** Tells the dialog around that what was typed is saved. */
export const SavedContext = createContext<(() => void) | null>(null);

/** Whether the user is being asked to sign in, above all other dialogs. */
export const AskedContext = createContext(false);

export function useIsAsked(): boolean {
  return useContext(AskedContext);
}
