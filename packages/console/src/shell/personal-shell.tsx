import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import type { Session } from '../api/types';
import { texts } from '../texts/texts';
import { EmptyState } from '../ui/empty-state';
import { SensitiveProvider } from '../ui/sensitive';
import { Frame } from './frame';
import { platformNavigation } from './navigation';
import classes from './shell.module.css';

/** For users without an organization: their profile, and the operator pages for operators of the platform. */
export function PersonalShell({ session }: { readonly session: Session }) {
  const { pathname } = useLocation();
  const { is_operator: isOperator } = session.user;
  const isPersonal = pathname === '/profile' || (isOperator && pathname === '/operator');
  return (
    <SensitiveProvider>
      <Frame
        mode="live"
        session={session}
        groups={isOperator ? [platformNavigation] : []}
        top={<span className={classes.brand}>Postrider</span>}
      >
        {isPersonal ? (
          <Outlet />
        ) : isOperator ? (
          <Navigate to="/operator" replace />
        ) : (
          <EmptyState title={texts.shell.noOrganization} text={texts.shell.noOrganizationText} />
        )}
      </Frame>
    </SensitiveProvider>
  );
}
