import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { createApi, unwrap } from '../../api/client';
import { useHasRole, useScope } from '../../session/scope';
import { start as words } from '../../texts/start';
import { useDomains } from '../../ui/domain-select';
import { useChange } from '../../ui/use-change';

const refreshMs = 500;

/** The API in test mode, whatever the mode of the view is. */
export function useTestApi() {
  const { organization } = useScope();
  const organizationId = organization.organization_id;
  return useMemo(() => createApi({ organizationId, mode: 'test' }), [organizationId]);
}

export interface FirstEmail {
  readonly domain: string;
  readonly to: string;
}

/** Sends a test email: adds the domain if the organization does not have it yet. */
export function useFirstEmail() {
  const { api } = useScope();
  const testApi = useTestApi();
  const isAdmin = useHasRole('admin');
  const domains = useDomains();
  const send = useChange({
    run: async ({ domain, to }: FirstEmail) => {
      if (isAdmin && !domains.some(({ name }) => name === domain))
        await unwrap(api.POST('/domains', { body: { name: domain } }));
      const { subject, html, text } = words;
      const body = { from: `Postrider <hello@${domain}>`, to, subject, html, text };
      return unwrap(testApi.POST('/emails', { body }));
    },
    showsError: true,
  });
  const id = send.data?.id;
  const { data: email } = useQuery({
    queryKey: ['first-email', id],
    enabled: id !== undefined,
    queryFn: () => unwrap(testApi.GET('/emails/{id}', { params: { path: { id: id ?? '' } } })),
    refetchInterval: ({ state }) => (state.data?.last_event === 'delivered' ? false : refreshMs),
  });
  return { send, email };
}

const keyDays = 7;

/** A test key to try the API with, shown once. It expires, because few of these are ever revoked. */
export function useTestKey() {
  const { api } = useScope();
  return useChange({
    run: () => {
      const expiresAt = new Date(Date.now() + keyDays * 86_400_000).toISOString();
      const body = { name: words.keyName, permission: 'SEND', mode: 'test', expires_at: expiresAt } as const;
      return unwrap(api.POST('/keys', { body }));
    },
    showsError: true,
  });
}
