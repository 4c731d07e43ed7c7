import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '../texts/texts';
import { Brand } from './brand';
import classes from './shell.module.css';

/** The navigation on a phone. Loaded when it is first opened. */
export function PhoneNavigation({
  opened,
  close,
  children,
}: {
  readonly opened: boolean;
  readonly close: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Drawer
      opened={opened}
      onClose={close}
      size="18rem"
      title={<Brand />}
      hiddenFrom="sm"
      classNames={{ content: classes.drawer, body: classes.drawerBody }}
    >
      <nav aria-label={texts.shell.navigation}>{children}</nav>
    </Drawer>
  );
}
