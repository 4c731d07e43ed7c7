import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { SignInResult } from '../../api/types';
import { sessionQuery } from '../../session/session';

/** Runs one step of signing in; then asks for a code, or opens the page that was asked for. */
export function useSignIn({
  next,
  askForCode,
}: {
  readonly next: string | undefined;
  readonly askForCode: () => void;
}) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (step: () => Promise<SignInResult>) => step(),
    onSuccess: ({ next: step, session }) => {
      if (step === 'totp') {
        askForCode();
        return;
      }
      queryClient.clear();
      queryClient.setQueryData(sessionQuery.queryKey, session);
      const { pathname, searchParams, hash } = new URL(pathOf(next), window.location.origin);
      void navigate({ to: pathname, search: Object.fromEntries(searchParams), hash: hash.slice(1) });
    },
  });
}

/** A path of the console. Anything else, such as another host, is ignored. */
function pathOf(next: string | undefined): string {
  return next !== undefined && /^\/(?![/\\])/.test(next) ? next : '/';
}
