import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useRouter, useSearch } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { LiveProvider } from '../live/use-live';
import { chooseOrganization, ScopeProvider, useScope } from '../session/scope';
import { sessionQuery } from '../session/session';
import { texts } from '../texts/texts';
import { SensitiveProvider } from '../ui/sensitive';
import { SessionGuard } from '../ui/session-guard';
import { Brand } from './brand';
import { Frame } from './frame';
import { ModeSwitch } from './mode-switch';
import { navigationOf, usePlatformNavigation } from './navigation';
import type { NavigationGroup } from './navigation-group';
import { OrganizationSwitch } from './organization-switch';
import { PersonalShell } from './personal-shell';
import { ReadOnlyBanner } from './read-only-banner';
import { SendingNotice } from './sending-notice';
import { PaletteButton, usePalette } from './use-palette';

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
  const isOperator = session.user.is_operator;
  const { pathname } = useLocation();
  const { palette, openPalette } = usePalette(session);
  const platform = usePlatformNavigation(isOperator);
  const isOfPlatform = isOperator && /^\/operator(\/|$)/.test(pathname);
  return (
    <>
      <Frame
        mode={mode}
        session={session}
        groups={
          isOfPlatform ? [backTo(organization.name), ...platform] : navigationOf({ isOperator, organization })
        }
        banner={
          <>
            <ReadOnlyBanner />
            <SendingNotice />
          </>
        }
        top={
          <>
            {isOfPlatform ? (
              <Brand />
            ) : (
              <>
                <OrganizationSwitch />
                <ModeSwitch />
              </>
            )}
            <PaletteButton open={openPalette} />
          </>
        }
      >
        <Outlet />
      </Frame>
      {palette}
    </>
  );
}

/** From the pages of operators. */
function backTo(organization: string): NavigationGroup {
  const label = texts.shell.backTo(organization);
  return { title: null, entries: [{ path: '/overview', label, icon: ArrowLeft }] };
}
