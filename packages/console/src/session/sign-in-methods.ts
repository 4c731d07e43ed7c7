import { useRead } from './use-read';

/** How users can sign in on this platform. */
export function useSignInMethods() {
  const { data } = useRead('/session/providers');
  return data ?? { password: true, passkey: true, providers: [] };
}

/** Served by the gateway, which redirects to the provider; `again` asks for the password there, although the user is signed in. */
export function providerUrl(
  id: string,
  query: { readonly next?: string | undefined; readonly again?: '1' },
): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/console/sign-in/${encodeURIComponent(id)}?${new URLSearchParams(given)}`;
}
