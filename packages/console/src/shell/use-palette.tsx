import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import type { Session } from '../api/types';
import { texts } from '../texts/texts';
import { lazyCode } from '../ui/lazy-code';
import classes from './shell.module.css';

const CommandPalette = lazyCode(async () => ({
  default: (await import('./command-palette')).CommandPalette,
}));
const KeyboardHelp = lazyCode(async () => ({ default: (await import('./keyboard-help')).KeyboardHelp }));

/** The command palette, with ⌘K, and the list of keys, with `?`. Their code is loaded when they are first opened. */
export function usePalette(session: Session): {
  readonly palette: ReactNode;
  readonly openPalette: () => void;
} {
  const [isLoaded, setLoaded] = useState(false);
  const [keys, setKeys] = useState<'unopened' | 'open' | 'closed'>('unopened');
  const showKeys = () => setKeys('open');
  const open = async () => {
    const { openPalette } = await import('./command-palette');
    openPalette();
    setLoaded(true);
  };
  useHotkeys([['mod+K', () => void open()]], []);
  useHotkeys([['shift+?', showKeys]]);
  const palette = (
    <Suspense>
      {isLoaded && <CommandPalette {...{ session, showKeys }} />}
      {keys !== 'unopened' && <KeyboardHelp opened={keys === 'open'} close={() => setKeys('closed')} />}
    </Suspense>
  );
  return { palette, openPalette: () => void open() };
}

export function PaletteButton({ open }: { readonly open: () => void }) {
  return (
    <Button
      variant="default"
      justify="space-between"
      fullWidth
      c="dimmed"
      classNames={{ label: classes.searchLabel }}
      fw={400}
      leftSection={<Search size={14} />}
      rightSection={<span className={classes.keys}>⌘K</span>}
      onClick={open}
    >
      {texts.palette.open}
    </Button>
  );
}
