import { Link } from '@tanstack/react-router';
import { useRead } from '../session/use-read';

/** A broadcast by its name; by its id until the name is read, and where the broadcast was deleted. */
export function BroadcastLink({ id }: { readonly id: string }) {
  const { data } = useRead('/broadcasts/{id}', { path: { id } }, { retry: false });
  return (
    <Link to="/broadcasts/$id" params={{ id }}>
      {data?.name ?? id}
    </Link>
  );
}
