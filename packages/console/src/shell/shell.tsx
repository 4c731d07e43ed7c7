import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouter, useSearch } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { LiveProvider } from '../live/use-live';
import { chooseOrganization, ScopeProvider, useScope } from '../session/scope';
import { sessionQuery } from '../session/session';
import { texts } from '../texts/texts';
import { SensitiveProvider } from '../ui/sensitive';
import { SessionGuard } from '../ui/session-guard';
import { Frame } from './frame';
import { ModeSwitch } from './mode-switch';
import { useNavigationOf } from './navigation';
import { OrganizationSwitch } from './organization-switch';
import { PersonalShell } from './personal-shell';
import { ReadOnlyBanner } from './read-only-banner';
import { SendingNotice } from './sending-notice';
import classes from './shell.module.css';

const CommandPalette = lazy(async () => ({ default: (await import('./command-palette')).CommandPalette }));

/** Navigation and scope around the pages of an organization. */
export function Shell() {
  const { data: session } = useQuery(sessionQuery);
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false });
  const router = useRouter();
  const hasEnded = session === null;
  useEffect(() => {
    // Not signed in when the page was opened, or signed out: leads to the sign-in, and from there back to this page.
    if (hasEnded) void router.invalidate();
  }, [hasEnded, router]);
  if (!session) return null;
  const organization = chooseOrganization(session, search['organization']);
  const mode = search['mode'] === 'test' ? 'test' : 'live';
  return (
    <SessionGuard session={session}>
      {organization === undefined ? (
        <PersonalShell session={session} />
      ) : (
        <ScopeProvider session={session} organization={organization} mode={mode}>
          <SensitiveProvider>
            <LiveProvider>
              <OrganizationFrame />
            </LiveProvider>
          </SensitiveProvider>
        </ScopeProvider>
      )}
    </SessionGuard>
  );
}

function OrganizationFrame() {
  const { session, mode, organization } = useScope();
  const { palette, openPalette } = usePalette();
  const groups = useNavigationOf({ isOperator: session.user.is_operator, organization });
  return (
    <>
      <Frame
        mode={mode}
        session={session}
        groups={groups}
        banner={
          <>
            <ReadOnlyBanner />
            <SendingNotice />
          </>
        }
        top={<Switches openPalette={openPalette} />}
      >
        <Outlet />
      </Frame>
      {palette}
    </>
  );
}

/** The command palette and how to open it, with ⌘K, too. Its code is loaded when it is first opened. */
function usePalette(): { readonly palette: ReactNode; readonly openPalette: () => void } {
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

function Switches({ openPalette }: { readonly openPalette: () => void }) {
  return (
    <>
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
    </>
  );
}
