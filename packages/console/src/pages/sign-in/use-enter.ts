import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Session } from '../../api/types';
import { sessionQuery } from '../../session/session';

/** Opens the page that was asked for, with nothing that was read before. */
export function useEnter(next: string | undefined): (session: Session) => void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return (session) => {
    queryClient.clear();
    queryClient.setQueryData(sessionQuery.queryKey, session);
    const { pathname, searchParams, hash } = new URL(pathOf(next), window.location.origin);
    void navigate({ to: pathname, search: Object.fromEntries(searchParams), hash: hash.slice(1) });
  };
}

/** A path of the console. Anything else, such as another host, is ignored. */
function pathOf(next: string | undefined): string {
  return next !== undefined && /^\/(?![/\\])/.test(next) ? next : '/';
}
