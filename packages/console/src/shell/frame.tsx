import { AppShell, Burger, Group, ScrollArea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import type { Mode } from '../api/client';
import type { Session } from '../api/types';
import { texts } from '../texts/texts';
import type { NavigationGroup } from './navigation-group';
import { OfflineBanner } from './offline-banner';
import { UserMenu } from './user-menu';
import classes from './shell.module.css';

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
  const [isOpen, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  const links = useRef<HTMLDivElement>(null);
  useEffect(() => {
    close();
    showCurrent(links.current);
  }, [pathname, close]);
  return (
    <AppShell
      header={{ height: { base: 52, sm: 0 } }}
      navbar={{ width: 236, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      data-mode={mode}
      className={classes.shell}
    >
      <a className={classes.skip} href="#content">
        {texts.shell.skip}
      </a>
      <AppShell.Header hiddenFrom="sm" className={classes.phoneHeader}>
        <Burger opened={isOpen} onClick={toggle} size="sm" aria-label={texts.shell.menu} />
        <span className={classes.brand}>Postrider</span>
        {mode === 'test' && <span className={classes.testMark}>{texts.shell.testMode}</span>}
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} aria-label={texts.shell.navigation}>
        <div className={classes.top}>{top}</div>
        <ScrollArea className={classes.links} type="hover" viewportRef={links}>
          {groups.map(({ title, entries }) => (
            <div key={title} className={classes.group}>
              <div className={classes.groupTitle}>{title}</div>
              {entries.map(({ path, label, icon: Icon, isExact = false }) => (
                <Link
                  key={path}
                  to={path}
                  className={classes.link}
                  activeOptions={{ exact: isExact, includeSearch: false }}
                  activeProps={{ 'aria-current': 'page' }}
                >
                  <Icon size={15} aria-hidden />
                  {label}
                </Link>
              ))}
            </div>
          ))}
        </ScrollArea>
        <Group className={classes.bottom}>
          <UserMenu session={session} />
        </Group>
      </AppShell.Navbar>
      <AppShell.Main className={classes.main}>
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

/** Scrolls the navigation to the link of the page that is open. `scrollIntoView` would also scroll what is around it. */
function showCurrent(links: HTMLElement | null): void {
  const current = links?.querySelector('[aria-current=page]');
  if (links === null || !current) return;
  const [area, link] = [links.getBoundingClientRect(), current.getBoundingClientRect()];
  if (link.top >= area.top && link.bottom <= area.bottom) return;
  links.scrollTop += link.top - area.top - (area.height - link.height) / 2;
}
