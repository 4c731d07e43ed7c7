import { unwrap } from '../../api/client';
import { useHasRole, useScope } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { start as words } from '../../texts/start';
import { useDomains } from '../../ui/domain-select';
import { useChange } from '../../ui/use-change';

const refreshMs = 500;

export interface FirstEmail {
  readonly domain: string;
  readonly to: string;
}

/** Sends a test email: adds the domain if the organization does not have it yet. */
export function useFirstEmail() {
  const { api, apiIn } = useScope();
  const isAdmin = useHasRole('admin');
  const domains = useDomains();
  const send = useChange({
    run: async ({ domain, to }: FirstEmail) => {
      if (isAdmin && !domains.some(({ name }) => name === domain))
        await unwrap(api.POST('/domains', { body: { name: domain } }));
      const { subject, html, text } = words;
      const body = { from: `Postrider <hello@${domain}>`, to, subject, html, text };
      return unwrap(apiIn.test.POST('/emails', { body }));
    },
    showsError: true,
  });
  const id = send.data?.id;
  const { data: email } = useRead(
    '/emails/{id}',
    { path: { id: id ?? '' } },
    {
      mode: 'test',
      enabled: id !== undefined,
      refetchInterval: ({ state }) => (state.data?.last_event === 'delivered' ? false : refreshMs),
    },
  );
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
