import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { createApi } from './api/client';
import { loadCode } from './api/load-code';
import { read, type ReadParams } from './api/reads';
import { pages, publicPages, settingsPages, type FirstRead, type Page } from './pages';
import { chooseOrganization } from './session/scope';
import { personalApi, sessionQuery } from './session/session';
import { isPersonal } from './session/use-read';
import { NotFound, PageError, PageLoading } from './shell/page-states';
import { FrameSkeleton } from './shell/frame-skeleton';
import { Shell } from './shell/shell';
import { rememberVisit } from './ui/use-back';

/** Filters and the like: texts only, so that `?subject=123` is a text, too. */
type Search = Readonly<Record<string, string | undefined>>;

interface Context {
  readonly queryClient: QueryClient;
  /** Whether a page is shown that can stay until the next one is ready. */
  readonly hasPage: () => boolean;
}

const rootRoute = createRootRouteWithContext<Context>()({
  component: Outlet,
  validateSearch: (search: Record<string, unknown>): Search =>
    Object.fromEntries(
      Object.entries(search).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]),
    ),
});

/** Pages that need no organization. */
const isPersonalPage = (path: string): boolean => path === '/profile' || /^\/operator(\/|$)/.test(path);

/** Everything that requires a session. */
const shell = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  search: { middlewares: [retainSearchParams<Search>(['organization', 'mode'])] },
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    // Operators without an organization have pages of their own.
    const isOperatorAlone = session?.user.is_operator === true && session.organizations.length === 0;
    if (isOperatorAlone && !isPersonalPage(location.pathname)) {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router takes a thrown redirect
      throw redirect({ to: '/operator', replace: true });
    }
    if (session !== null) return;
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router takes a thrown redirect
    throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } });
  },
});

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: () => {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router takes a thrown redirect
    throw redirect({ to: '/overview', replace: true });
  },
});

const publicRoutes = publicPages.map(({ path, load, name }) =>
  createRoute({ getParentRoute: () => rootRoute, path, component: lazyRouteComponent(load, name) }),
);

const pageRoutes = pages.map((page) => createRoute({ getParentRoute: () => shell, ...optionsOf(page) }));

const settings = createRoute({
  getParentRoute: () => shell,
  id: 'settings',
  component: lazyRouteComponent(() => loadCode(() => import('./shell/settings-frame')), 'SettingsFrame'),
  beforeLoad: ({ location }) => {
    const { tab, ...search }: Search = location.search;
    if (tab !== 'branding') return;
    // The address that the tab had.
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router takes a thrown redirect
    throw redirect({ to: '/settings/branding', search, replace: true });
  },
});

const settingsRoutes = settingsPages.map((page) =>
  createRoute({ getParentRoute: () => settings, ...optionsOf(page) }),
);

function optionsOf({ path, load, name, reads }: Page) {
  return {
    path,
    component: lazyRouteComponent(load, name),
    pendingComponent: PageLoading,
    loader: async ({
      context: { queryClient, hasPage },
      params,
      location,
      cause,
    }: {
      readonly context: Context;
      readonly params: { readonly id?: string };
      readonly location: { readonly search: Search };
      readonly cause: string;
    }) => {
      // The first page appears with its frame, at once; and a pointer that passes a link reads nothing.
      if (reads === undefined || cause === 'preload' || !hasPage()) return;
      await readFirst(queryClient, reads, { id: params.id, search: location.search });
    },
  };
}

/** Reads what a page shows first into the cache, under the key of `useRead`. A failure is left to the page. */
async function readFirst(
  queryClient: QueryClient,
  { path, id, inMode, query }: FirstRead,
  at: { readonly id: string | undefined; readonly search: Search },
): Promise<void> {
  const session = await queryClient.ensureQueryData(sessionQuery);
  if (session === null || (path.startsWith('/operator') && !session.operator_access)) return;
  const params = {
    ...(id !== undefined && { path: { [id]: at.id } }),
    ...(query !== undefined && { query: query(at.search) }),
  } as ReadParams<typeof path>;
  if (isPersonal(path)) {
    const queryKey = [null, 'live', path, params];
    await queryClient.prefetchQuery({ queryKey, queryFn: () => read(personalApi, path, params) });
    return;
  }
  const organizationId = chooseOrganization(session, at.search['organization'])?.organization_id;
  if (organizationId === undefined) return;
  const mode = inMode === true && at.search['mode'] === 'test' ? 'test' : 'live';
  await queryClient.prefetchQuery({
    queryKey: [organizationId, mode, path, params],
    queryFn: () => read(createApi({ organizationId, mode }), path, params),
  });
}

/** The router's own would make a number of `?subject=123`. */
function parseSearch(text: string): Record<string, unknown> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Without parameters that have no value: those that a link does not keep. */
function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}

/** Below the shell, so that the navigation leads on. */
const noPage = createRoute({ getParentRoute: () => shell, path: '$', component: NotFound });

export function createConsoleRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      ...publicRoutes,
      shell.addChildren([home, settings.addChildren(settingsRoutes), ...pageRoutes, noPage]),
    ]),
    basepath: '/console',
    context: { queryClient, hasPage: () => router.state.resolvedLocation !== undefined },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // The page before stays until the next one can be shown; `ProgressLine` says that it is coming.
    defaultPendingMs: Infinity,
    defaultPendingComponent: FrameSkeleton,
    // What a link has loaded ahead is the code alone.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NotFound,
  });
  router.subscribe('onResolved', ({ toLocation }) => rememberVisit(toLocation));
  return router;
}
