import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useState, type ReactNode } from 'react';

const CommandPalette = lazy(async () => ({ default: (await import('./command-palette')).CommandPalette }));

/** The command palette and how to open it, with ⌘K, too. Its code is loaded when it is first opened. */
export function usePalette(): { readonly palette: ReactNode; readonly openPalette: () => void } {
  const [isLoaded, setLoaded] = useState(false);
  const open = async () => {
    const { openPalette } = await import('./command-palette');
    openPalette();
    setLoaded(true);
  };
  useHotkeys([['mod+K', () => void open()]], []);
  const palette = isLoaded && (
    <Suspense>
      <CommandPalette />
    </Suspense>
  );
  return { palette, openPalette: () => void open() };
}
