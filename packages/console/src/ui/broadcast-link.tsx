import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { unwrap } from '../api/client';
import { useScope } from '../session/scope';

/** A broadcast by its name; by its id until the name is read, and where the broadcast was deleted. */
export function BroadcastLink({ id }: { readonly id: string }) {
  const { api, queryKey } = useScope();
  const { data } = useQuery({
    queryKey: [...queryKey, 'broadcast', id],
    retry: false,
    queryFn: () => unwrap(api.GET('/broadcasts/{id}', { params: { path: { id } } })),
  });
  return (
    <Link to="/broadcasts/$id" params={{ id }}>
      {data?.name ?? id}
    </Link>
  );
}
