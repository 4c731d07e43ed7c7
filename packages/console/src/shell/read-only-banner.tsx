import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { unwrap } from '../api/client';
import { useScope } from '../session/scope';
import { personalApi, sessionQuery } from '../session/session';
import { texts } from '../texts/texts';
import { useChange } from '../ui/use-change';
import { useOpenOrganization } from './organization-switch';
import classes from './shell.module.css';

/** Above the pages of a client organization that an owner has opened to read. */
export function ReadOnlyBanner() {
  const { organization } = useScope();
  const queryClient = useQueryClient();
  const openOrganization = useOpenOrganization();
  const close = useChange({
    run: () =>
      unwrap(
        personalApi.POST('/organizations/{id}/close', {
          params: { path: { id: organization.organization_id } },
        }),
      ),
    done: (session) => {
      queryClient.setQueryData(sessionQuery.queryKey, session);
      const own = session.organizations.find(({ membership_id: id }) => id !== null);
      if (own !== undefined) openOrganization(own.slug);
    },
  });
  if (organization.membership_id !== null) return null;
  return (
    <div className={classes.readOnly} role="status">
      <span>{texts.shell.readOnly(organization.name)}</span>
      <Button variant="white" size="compact-xs" loading={close.isPending} onClick={() => close.mutate()}>
        {texts.shell.closeOrganization}
      </Button>
    </div>
  );
}
