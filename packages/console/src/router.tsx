import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  parseSearchWith,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { sessionQuery } from './session/session';
import { NotFound, PageError, PageLoading } from './shell/page-states';
import { Shell } from './shell/shell';

/** Filters and the like: texts only, so that `?subject=123` is a text, too. */
type Search = Readonly<Record<string, string | undefined>>;

const rootRoute = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({
  component: Outlet,
  validateSearch: (search: Record<string, unknown>): Search =>
    Object.fromEntries(
      Object.entries(search).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]),
    ),
});

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./pages/sign-in/sign-in-page'), 'SignInPage'),
});

const invitation = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./pages/sign-in/invitation-page'), 'InvitationPage'),
});

/** Everything that requires a session. */
const shell = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  search: { middlewares: [retainSearchParams<Search>(['organization', 'mode'])] },
  beforeLoad: async ({ context, location }) => {
    if ((await context.queryClient.ensureQueryData(sessionQuery)) !== null) return;
    // The router redirects by throwing.
    // eslint-disable-next-line @typescript-eslint/only-throw-error
    throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } });
  },
});

const page = <const Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => shell, path, component });

const pages = [
  createRoute({
    getParentRoute: () => shell,
    path: '/',
    // The router redirects by throwing.
    beforeLoad: () => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error
      throw redirect({ to: '/emails', replace: true });
    },
  }),
  page(
    '/start',
    lazyRouteComponent(() => import('./pages/start/start-page'), 'StartPage'),
  ),
  page(
    '/emails',
    lazyRouteComponent(() => import('./pages/emails/emails-page'), 'EmailsPage'),
  ),
  page(
    '/emails/$id',
    lazyRouteComponent(() => import('./pages/emails/email-page'), 'EmailPage'),
  ),
  page(
    '/api-logs',
    lazyRouteComponent(() => import('./pages/api-logs/api-logs-page'), 'ApiLogsPage'),
  ),
  page(
    '/domains',
    lazyRouteComponent(() => import('./pages/domains/domains-page'), 'DomainsPage'),
  ),
  page(
    '/domains/$id',
    lazyRouteComponent(() => import('./pages/domains/domain-page'), 'DomainPage'),
  ),
  page(
    '/api-keys',
    lazyRouteComponent(() => import('./pages/keys/keys-page'), 'KeysPage'),
  ),
  page(
    '/members',
    lazyRouteComponent(() => import('./pages/members/members-page'), 'MembersPage'),
  ),
  page(
    '/audit-log',
    lazyRouteComponent(() => import('./pages/audit-log/audit-log-page'), 'AuditLogPage'),
  ),
  page(
    '/usage',
    lazyRouteComponent(() => import('./pages/usage/usage-page'), 'UsagePage'),
  ),
  page(
    '/settings',
    lazyRouteComponent(() => import('./pages/settings/settings-page'), 'SettingsPage'),
  ),
  page(
    '/profile',
    lazyRouteComponent(() => import('./pages/profile/profile-page'), 'ProfilePage'),
  ),
  page(
    '/operator',
    lazyRouteComponent(() => import('./pages/operator/operator-page'), 'OperatorPage'),
  ),
  page(
    '/metrics',
    lazyRouteComponent(() => import('./pages/metrics/metrics-page'), 'MetricsPage'),
  ),
  ...(
    ['webhooks', 'suppressions', 'templates', 'contacts', 'segments', 'broadcasts', 'automations'] as const
  ).map((name) =>
    page(
      `/${name}`,
      lazyRouteComponent(() => import('./pages/resources/resource-pages'), name),
    ),
  ),
];

/** Without parameters that have no value: those that a link does not keep. */
function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}

export function createConsoleRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: rootRoute.addChildren([signIn, invitation, shell.addChildren(pages)]),
    basepath: '/console',
    context: { queryClient },
    parseSearch: parseSearchWith((value) => value),
    stringifySearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultPendingComponent: PageLoading,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NotFound,
  });
}
