import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/client';
import { useScope } from '../../session/scope';

/** The template of a page, which its editor and its list of versions share. */
export function useTemplate(id: string) {
  const { api, queryKey } = useScope();
  return useQuery({
    queryKey: [...queryKey, 'template', id],
    queryFn: () => unwrap(api.GET('/templates/{id_or_slug}', { params: { path: { id_or_slug: id } } })),
  });
}
