import { queryOptions } from '@tanstack/react-query';
import { createApi, unwrap } from '../api/client';
import { RequestError } from '../api/request-error';
import type { Session } from '../api/types';

/** Requests that are for no organization: signing in, the profile. */
export const personalApi = createApi({ organizationId: null, mode: 'live' });

/** The session; null: not signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  queryFn: async (): Promise<Session | null> => {
    try {
      return await unwrap(personalApi.GET('/session'));
    } catch (error) {
      if (error instanceof RequestError && error.status === 401) return null;
      throw error;
    }
  },
});
