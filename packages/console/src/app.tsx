import { MantineProvider } from '@mantine/core';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { RequestError } from './api/request-error';
import { createConsoleRouter } from './router';
import { sessionQuery } from './session/session';
import { theme } from './theme';
import { cspNonce } from './ui/csp-nonce';
import { useLateCode } from './ui/use-late-code';
import { lazyCode } from './ui/lazy-code';

const Toasts = lazyCode(async () => ({ default: (await import('./ui/notification')).Toasts }));

/** The console, at the address of the browser. */
export function App({ queryClient }: { readonly queryClient: QueryClient }) {
  const [router] = useState(() => createConsoleRouter(queryClient));
  const isLate = useLateCode();
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => cspNonce}>
      {isLate && (
        <Suspense>
          <Toasts />
        </Suspense>
      )}
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}

export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    // The session has ended: once it is read again, the shell leads to the sign-in.
    if (error instanceof RequestError && error.status === 401)
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // Without a connection a page says so, in place of waiting, and reads when the connection is back.
        networkMode: 'always',
        refetchOnReconnect: true,
        // An answer of the API does not change by asking again at once.
        retry: (count, error) =>
          count < 2 && error instanceof RequestError && (error.status === 0 || error.status >= 500),
      },
    },
  });
  return queryClient;
}
