import { useRead } from '../../session/use-read';

/** The organization of an operator's page, by its id. */
export function useOrganization(id: string) {
  return useRead('/operator/organizations/{id}', { path: { id } });
}
