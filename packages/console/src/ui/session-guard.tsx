import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { onEndedSession } from '../api/transport';
import type { Session } from '../api/types';
import { currentSession, sessionQuery } from '../session/session';
import { AskedContext } from './dialog-context';
import { useAfterWriting } from './use-after-writing';
import { lazyCode } from './lazy-code';

const SignInOverlay = lazyCode(async () => ({ default: (await import('./sign-in-overlay')).SignInOverlay }));
const SignInNotice = lazyCode(async () => ({ default: (await import('./sign-in-overlay')).SignInNotice }));

/**
 * Asks the user to sign in above the page when the session has ended: with a notice while something is being written. Meanwhile the refused requests wait; then they are repeated, so that
 * nothing is lost that was typed. When another user has signed in, nothing is repeated.
 */
export function SessionGuard({
  session,
  children,
}: {
  readonly session: Session;
  readonly children: ReactNode;
}) {
  const queryClient = useQueryClient();
  const [isEnded, setEnded] = useState(false);
  const [other, setOther] = useState<Session | null>(null);
  // Who opened the page.
  const [user] = useState(session.user);
  const waiting = useRef<PromiseWithResolvers<boolean>>(null);
  const asks = useAfterWriting(isEnded || other !== null);

  const accept = useCallback(
    (now: Session) => {
      if (now.user.id !== user.id) {
        setOther(now);
        return;
      }
      queryClient.setQueryData(sessionQuery.queryKey, now);
      setEnded(false);
      waiting.current?.resolve(true);
      waiting.current = null;
    },
    [queryClient, user],
  );
  // All tabs have the same session: another user may have signed in in another tab.
  if (other === null && session.user.id !== user.id) setOther(session);
  // Before the effects of the pages inside, which send the first requests.
  useLayoutEffect(() => {
    const ask = async () => {
      // Requests of the same moment wait for the same answer.
      if (waiting.current !== null) return waiting.current.promise;
      const answer = Promise.withResolvers<boolean>();
      waiting.current = answer;
      // Another tab may have signed in, and a request can be refused although the session lives.
      const now = await currentSession().catch(() => undefined);
      if (now === undefined) {
        answer.resolve(false);
        waiting.current = null;
      } else if (now === null) {
        setEnded(true);
      } else accept(now);
      return answer.promise;
    };
    return onEndedSession(ask);
  }, [accept]);
  return (
    <>
      <AskedContext value={asks}>{children}</AskedContext>
      {(isEnded || other !== null) && (
        <Suspense>
          {asks ? (
            <SignInOverlay user={user} other={other?.user ?? null} signedIn={accept} />
          ) : (
            <SignInNotice other={other?.user ?? null} signedIn={accept} />
          )}
        </Suspense>
      )}
    </>
  );
}
