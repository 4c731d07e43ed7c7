import { AppShell, Burger, Button, Group, ScrollArea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useSearch } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect } from 'react';
import { chooseOrganization, ScopeProvider, useScope } from '../session/scope';
import { sessionQuery } from '../session/session';
import { texts } from '../texts/texts';
import { EmptyState } from '../ui/empty-state';
import { SensitiveProvider } from '../ui/sensitive';
import { CommandPalette, openPalette } from './command-palette';
import { ModeSwitch } from './mode-switch';
import { navigationOf } from './navigation';
import { OrganizationSwitch } from './organization-switch';
import { UserMenu } from './user-menu';
import classes from './shell.module.css';

/** Navigation and scope around the pages of an organization. */
export function Shell() {
  const { data: session } = useQuery(sessionQuery);
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false });
  if (!session) return null;
  const organization = chooseOrganization(session, search['organization']);
  if (organization === undefined)
    return (
      <main className={classes.alone}>
        <EmptyState
          title={texts.shell.noOrganization}
          text={texts.shell.noOrganizationText}
          action={<UserMenu session={session} />}
        />
      </main>
    );
  const mode = search['mode'] === 'test' ? 'test' : 'live';
  return (
    <ScopeProvider session={session} organization={organization} mode={mode}>
      <SensitiveProvider>
        <Frame />
        <CommandPalette />
      </SensitiveProvider>
    </ScopeProvider>
  );
}

function Frame() {
  const { mode } = useScope();
  const [isOpen, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  useEffect(() => {
    close();
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
      <Sidebar />
      <AppShell.Main className={classes.main}>
        {mode === 'test' && <div className={classes.testBar}>{texts.shell.testBar}</div>}
        <div id="content" className={classes.content} tabIndex={-1}>
          <Outlet />
        </div>
      </AppShell.Main>
    </AppShell>
  );
}

function Sidebar() {
  const { session } = useScope();
  return (
    <AppShell.Navbar className={classes.navbar} aria-label={texts.shell.navigation}>
      <div className={classes.top}>
        <OrganizationSwitch />
        <ModeSwitch />
        <Button
          variant="default"
          justify="space-between"
          fullWidth
          c="dimmed"
          classNames={{ label: classes.searchLabel }}
          fw={400}
          leftSection={<Search size={14} />}
          rightSection={<span className={classes.keys}>⌘K</span>}
          onClick={openPalette}
        >
          {texts.palette.open}
        </Button>
      </div>
      <ScrollArea className={classes.links} type="hover">
        {navigationOf({ isOperator: session.user.is_operator }).map(({ title, entries }) => (
          <div key={title} className={classes.group}>
            <div className={classes.groupTitle}>{title}</div>
            {entries.map(({ path, label, icon: Icon }) => (
              <Link key={path} to={path} className={classes.link} activeProps={{ 'aria-current': 'page' }}>
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
  );
}
