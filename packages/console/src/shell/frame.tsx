import { AppShell, Burger } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, type ReactNode } from 'react';
import type { Mode } from '../api/client';
import type { Session } from '../api/types';
import { texts } from '../texts/texts';
import { Brand } from './brand';
import type { NavigationGroup } from './navigation-group';
import { NavigationLinks } from './navigation-links';
import { OfflineBanner } from './offline-banner';
import { ProgressLine } from './progress-line';
import { UserMenu } from './user-menu';
import { lazyCode } from '../ui/lazy-code';
import classes from './shell.module.css';

const PhoneNavigation = lazyCode(async () => ({
  default: (await import('./phone-navigation')).PhoneNavigation,
}));

/** Navigation and content. What is above the links depends on whether an organization is open. */
export function Frame({
  mode,
  session,
  groups,
  top,
  banner,
  children,
}: {
  readonly mode: Mode;
  readonly session: Session;
  readonly groups: readonly NavigationGroup[];
  readonly top: ReactNode;
  /** Above the content. */
  readonly banner?: ReactNode;
  readonly children: ReactNode;
}) {
  const [isOpen, { open, close }] = useDisclosure();
  const [wasOpened, { open: noteOpening }] = useDisclosure();
  const { pathname } = useLocation();
  useEffect(close, [pathname, close]);
  const navigation = (
    <>
      <div className={classes.top}>{top}</div>
      <NavigationLinks groups={groups} />
      <div className={classes.bottom}>
        <UserMenu session={session} />
      </div>
    </>
  );
  return (
    <AppShell
      header={{ height: { base: 52, sm: 0 } }}
      navbar={{ width: 236, breakpoint: 'sm', collapsed: { mobile: true } }}
      data-mode={mode}
      className={classes.shell}
    >
      <a className={classes.skip} href="#content">
        {texts.shell.skip}
      </a>
      <AppShell.Header hiddenFrom="sm" className={classes.phoneHeader}>
        <Burger
          opened={isOpen}
          size="sm"
          aria-label={texts.shell.menu}
          aria-expanded={isOpen}
          onClick={() => {
            noteOpening();
            open();
          }}
        />
        <Brand />
        {mode === 'test' && <span className={classes.testMark}>{texts.shell.testMode}</span>}
      </AppShell.Header>
      <AppShell.Navbar visibleFrom="sm" className={classes.navbar} aria-label={texts.shell.navigation}>
        {navigation}
      </AppShell.Navbar>
      {wasOpened && (
        <Suspense>
          <PhoneNavigation opened={isOpen} close={close}>
            {navigation}
          </PhoneNavigation>
        </Suspense>
      )}
      <AppShell.Main className={classes.main}>
        <ProgressLine />
        <OfflineBanner />
        {banner}
        {mode === 'test' && <div className={classes.testBar}>{texts.shell.testBar}</div>}
        <div id="content" className={classes.content} tabIndex={-1}>
          {children}
        </div>
      </AppShell.Main>
    </AppShell>
  );
}
