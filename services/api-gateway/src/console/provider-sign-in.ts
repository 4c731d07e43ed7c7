import type { Pool } from '@postrider/db';
import {
  findProviderUser,
  ProviderSignInRefused,
  type BrowserClient,
  type OpenIdProviders,
  type SignIn,
  type SignInProvider,
} from '@postrider/identity';
import type { Clock, Logger } from '@postrider/runtime';
import { clientAddress } from '../auth/request-source';
import type { Refuse } from '../http/api-routes';
import type { RequestContext } from '../http/request-context';
import type { TableRoute } from '../http/route-table';
import { optionalSession, type RequireSession } from './authenticate-session';
import type { ConsoleSite } from './console-site';
import { readCookie } from './cookies';
import type { CountOpenRequest } from './open-requests';
import type { SignInAnswers } from './sign-in-answers';

export interface ProviderSignInOptions {
  readonly pool: Pool;
  readonly providers: OpenIdProviders;
  readonly signIn: SignIn;
  readonly answers: SignInAnswers;
  readonly site: ConsoleSite;
  readonly requireSession: RequireSession;
  readonly countOpenRequest: CountOpenRequest;
  readonly trustedProxyHops: number;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Where to go, with cookies. */
interface Redirect {
  readonly location: string;
  readonly cookies?: readonly string[];
}

const path = '/console/sign-in/:provider';
/** Longer ones are no page of ours. */
const nextCharsMax = 2_000;

/**
 * Pages that redirect to an OpenID Connect provider and receive its answer. A refusal is shown by the sign-in page, which has a text for
 * each of them.
 */
export function providerSignInTable(options: ProviderSignInOptions, refuse: Refuse): TableRoute[] {
  const handle =
    (work: (provider: SignInProvider, context: RequestContext) => Promise<Redirect>) =>
    (context: RequestContext): void => {
      void redirected(options, { context, work }).then(
        ({ location, cookies }) =>
          context.send({
            status: 303,
            headers: {
              location,
              ...{ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
              'x-request-id': context.requestId,
            },
            cookies,
          }),
        (error: unknown) => refuse(context, error),
      );
    };
  return [
    { method: 'GET', path, handle: handle((provider, context) => begin(options, provider, context)) },
    {
      method: 'GET',
      path: `${path}/callback`,
      handle: handle((provider, context) => finish(options, provider, context)),
    },
  ];
}

async function redirected(
  { providers, countOpenRequest, trustedProxyHops, site, answers, log }: ProviderSignInOptions,
  {
    context,
    work,
  }: {
    readonly context: RequestContext;
    readonly work: (provider: SignInProvider, context: RequestContext) => Promise<Redirect>;
  },
): Promise<Redirect> {
  countOpenRequest(clientAddress(context, trustedProxyHops));
  const provider = providers.find(context.params['provider'] ?? '');
  if (provider === undefined) return { location: `${site.origin}/console/sign-in` };
  try {
    return await work(provider, context);
  } catch (error) {
    if (!(error instanceof ProviderSignInRefused)) throw error;
    const { refusal, cause } = error;
    log.warn(
      { provider: provider.id, refusal, ...described(cause) },
      'a sign-in with a provider was refused',
    );
    return {
      location: `${site.origin}/console/sign-in?${new URLSearchParams({ error: refusal }).toString()}`,
      cookies: [answers.clearedChallenge()],
    };
  }
}

/** Name, code and message: what else these errors carry may be tokens. */
function described(cause: unknown): Readonly<Record<string, unknown>> {
  if (!(cause instanceof Error)) return {};
  const { code, error } = cause as { readonly code?: unknown; readonly error?: unknown };
  return { cause: cause.message, code, provider_error: error };
}

async function begin(
  { providers, answers }: ProviderSignInOptions,
  provider: SignInProvider,
  { queryString }: RequestContext,
): Promise<Redirect> {
  const query = new URLSearchParams(queryString);
  const next = query.get('next') ?? '';
  const step = { next: next.length > nextCharsMax ? '' : next, again: query.get('again') === '1' };
  const { url, challengeToken } = await providers.begin(provider, step);
  return { location: url.href, cookies: [answers.challengeCookie(challengeToken)] };
}

async function finish(
  options: ProviderSignInOptions,
  provider: SignInProvider,
  context: RequestContext,
): Promise<Redirect> {
  const { pool, providers, signIn, answers, site, clock } = options;
  const { headers, queryString, requestId } = context;
  const challengeToken = readCookie(headers, site.cookies.names.challenge);
  const { identity, next } = await providers.finish(provider, { challengeToken, queryString });
  const user = await findProviderUser(pool, { provider, identity, requestId }, clock);
  const client = browserOf(options, context);
  const result = await signIn.withProvider(user, identity, client);
  const page = pageOf(next, site);
  if (result.state === 'totp') {
    const search = new URLSearchParams({ step: 'code', next }).toString();
    const location = `${site.origin}/console/sign-in?${search}`;
    return { location, cookies: [answers.challengeCookie(result.challengeToken)] };
  }
  await answers.endReplaced(await optionalSession(options.requireSession(headers)));
  return { location: page, cookies: answers.cookiesOf(result, client.deviceToken) };
}

function browserOf(
  { site, trustedProxyHops }: ProviderSignInOptions,
  context: RequestContext,
): BrowserClient {
  return {
    address: clientAddress(context, trustedProxyHops),
    userAgent: context.headers['user-agent'] ?? null,
    deviceToken: readCookie(context.headers, site.cookies.names.device),
  };
}

/** A page of the console, whatever `next` says: its own origin and `/console` come first. */
function pageOf(next: string, { origin }: ConsoleSite): string {
  const url = /^\/(?![/\\])/.test(next) ? URL.parse(next, origin) : null;
  if (url?.origin !== origin) return `${origin}/console`;
  return `${origin}/console${url.pathname === '/' ? '' : url.pathname}${url.search}${url.hash}`;
}
