import { Outlet, useMatches } from '@tanstack/react-router';
import type { Session } from '../api/types';
import { texts } from '../texts/texts';
import { EmptyState } from '../ui/empty-state';
import { SensitiveProvider } from '../ui/sensitive';
import { Brand } from './brand';
import { Frame } from './frame';
import { usePlatformNavigation } from './navigation';
import { PaletteButton, usePalette } from './use-palette';

/** For users without an organization: their profile, and the operator pages for operators of the platform. */
export function PersonalShell({ session }: { readonly session: Session }) {
  const { is_operator: isOperator } = session.user;
  const groups = usePlatformNavigation(isOperator);
  const { palette, openPalette } = usePalette(session);
  // The page that is shown, and not the one that is being opened.
  const path = useMatches({ select: (matches) => String(matches.at(-1)?.fullPath) });
  return (
    <SensitiveProvider>
      <Frame
        mode="live"
        session={session}
        groups={groups}
        top={
          <>
            <Brand />
            {isOperator && <PaletteButton open={openPalette} />}
          </>
        }
      >
        {isOperator || path === '/profile' ? (
          <Outlet />
        ) : (
          <EmptyState title={texts.shell.noOrganization} text={texts.shell.noOrganizationText} />
        )}
      </Frame>
      {palette}
    </SensitiveProvider>
  );
}
