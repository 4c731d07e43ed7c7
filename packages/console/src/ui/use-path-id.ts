import { useParams } from '@tanstack/react-router';

/** The id in the page's address. */
export function usePathId(): string {
  const { id = '' }: { readonly id?: string } = useParams({ strict: false });
  return id;
}
