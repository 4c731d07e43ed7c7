import type { Session, SignInResult } from '../api/types';
import { useOnce } from './use-once';

export type SignIn = ReturnType<typeof useSignIn>;

/** Runs one step of signing in; then asks for a code, or the user is signed in. */
export function useSignIn({
  askForCode,
  signedIn,
}: {
  readonly askForCode: () => void;
  readonly signedIn: (session: Session) => void;
}) {
  return useOnce({
    mutationFn: (step: () => Promise<SignInResult>) => step(),
    onSuccess: ({ next, session }) => {
      if (next === 'totp') askForCode();
      else if (session !== null) signedIn(session);
    },
  });
}
