import { useLocation } from '@tanstack/react-router';

/** The id at the end of the page's address. */
export function usePathId(): string {
  const { pathname } = useLocation();
  return decodeURIComponent(pathname.split('/').at(-1) ?? '');
}
