import { useRead } from '../../session/use-read';

/** The template of a page, which its editor and its list of versions share. */
export function useTemplate(id: string) {
  return useRead('/templates/{id_or_slug}', { path: { id_or_slug: id } });
}
