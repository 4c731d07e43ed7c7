import { createContext, Suspense, useContext, useMemo, useRef, useState, type ReactNode } from 'react';
import { hasCode } from '../api/request-error';
import { AskedContext, useIsAsked } from './dialog-context';
import { lazyCode } from './lazy-code';

const ReauthenticateDialog = lazyCode(async () => ({
  default: (await import('./reauthenticate-dialog')).ReauthenticateDialog,
}));

/** Runs a change; when the API requires a recent authentication, asks for it and repeats the change. */
export type RunSensitive = <Result>(change: () => Promise<Result>) => Promise<Result>;

const SensitiveContext = createContext<RunSensitive | null>(null);

export function useSensitive(): RunSensitive {
  const run = useContext(SensitiveContext);
  if (run === null) throw new Error('useSensitive is called outside SensitiveProvider');
  return run;
}

export function SensitiveProvider({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const isAskedToSignIn = useIsAsked();
  // A change inside another one: the outer one must not ask again.
  const declined = useRef(new WeakSet<object>());
  const waiting = useRef<((isConfirmed: boolean) => void) | null>(null);
  const run = useMemo<RunSensitive>(
    () => async (change) => {
      try {
        return await change();
      } catch (error) {
        if (!hasCode(error, 'reauthentication_required')) throw error;
        if (error instanceof Error && declined.current.has(error)) throw error;
        const isConfirmed = await new Promise<boolean>((settle) => {
          waiting.current = settle;
          setOpen(true);
        });
        if (isConfirmed) return change();
        if (error instanceof Error) declined.current.add(error);
        throw error;
      }
    },
    [],
  );
  const end = (isConfirmed: boolean) => {
    setOpen(false);
    waiting.current?.(isConfirmed);
    waiting.current = null;
  };
  return (
    <SensitiveContext value={run}>
      <AskedContext value={isOpen || isAskedToSignIn}>{children}</AskedContext>
      {isOpen && (
        <Suspense>
          <ReauthenticateDialog end={end} />
        </Suspense>
      )}
    </SensitiveContext>
  );
}
