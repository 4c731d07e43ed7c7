import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/client';
import { personalApi } from '../../session/session';

/** The organization of an operator's page, by its id. */
export function useOrganization(id: string) {
  return useQuery({
    queryKey: ['operator', 'organization', id],
    queryFn: () => unwrap(personalApi.GET('/operator/organizations/{id}', { params: { path: { id } } })),
  });
}
