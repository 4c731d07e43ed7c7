import { useDisclosure } from '@mantine/hooks';
import { useEffect } from 'react';
import { useFilters } from './use-filters';

const names = ['create'] as const;

/** The dialog that creates what a page lists. `?create=true` opens it with the page. */
export function useCreateDialog() {
  const [{ create }, change] = useFilters(names);
  const [isOpen, { open, close }] = useDisclosure();
  useEffect(() => {
    if (create === undefined) return;
    open();
    change({ create: undefined });
  }, [create, open, change]);
  return [isOpen, { open, close }] as const;
}
