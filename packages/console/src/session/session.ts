import { queryOptions } from '@tanstack/react-query';
import { createApi, unwrap, type Api } from '../api/client';
import { RequestError } from '../api/request-error';
import { sendOnce } from '../api/transport';
import type { Session } from '../api/types';

/** Requests that are for no organization: signing in, the profile. */
export const personalApi = createApi({ organizationId: null, mode: 'live' });

/** Does not wait for a sign-in where the session has ended. */
const sessionApi = createApi({ organizationId: null, mode: 'live' }, sendOnce);

/** The session; null: not signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  queryFn: () => readSession(personalApi),
});

/** The session as it is now, also while requests wait for a sign-in. */
export const currentSession = (): Promise<Session | null> => readSession(sessionApi);

async function readSession(api: Api): Promise<Session | null> {
  try {
    return await unwrap(api.GET('/session'));
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) return null;
    throw error;
  }
}
