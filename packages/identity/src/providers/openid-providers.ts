import { createHmac } from 'node:crypto';
import { createHttpClient, type HttpClient } from '@postrider/http-client';
import type { Clock, ResolveHost } from '@postrider/runtime';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type ClientAuth,
  type Configuration,
  type CustomFetch,
} from 'openid-client';
import type { Challenges } from '../challenges/challenges.repository';
import { ProviderSignInRefused } from './provider-refusal';
import type { SignInProvider } from './provider-setting';

/** Who a provider says has signed in. */
export interface ProviderIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly name: string | null;
  /** Values of the claim that names roles. */
  readonly groups: readonly string[];
  /** When the user proved who they are at the provider; null: it does not say. */
  readonly authenticatedAt: Date | null;
}

export interface ProviderReturn {
  /** Of the browser's cookie. */
  readonly challengeToken: string | undefined;
  /** Of the request that the provider sent the browser back with. */
  readonly queryString: string;
}

export interface OpenIdProviders {
  readonly all: readonly SignInProvider[];
  find(id: string): SignInProvider | undefined;
  /**
   * @param again asks for the password although the user is signed in at the provider
   * @returns where to send the browser, and the token for its cookie
   * @throws ProviderSignInRefused
   */
  begin(
    provider: SignInProvider,
    step: { readonly next: string; readonly again: boolean },
  ): Promise<{ readonly url: URL; readonly challengeToken: string }>;
  /** @throws ProviderSignInRefused */
  finish(
    provider: SignInProvider,
    given: ProviderReturn,
  ): Promise<{ readonly identity: ProviderIdentity; readonly next: string }>;
  close(): Promise<void>;
}

/** Time to sign in at the provider. */
const challengeLifeMs = 10 * 60_000;
/** Providers change endpoints and keys rarely; keys that are unknown are fetched again by the library. */
const metadataTtlMs = 3_600_000;
const connectTimeoutMs = 5_000;
const requestTimeoutMs = 10_000;
/** Metadata and key sets of large providers have 20 kB. */
const answerBytesMax = 1_000_000;

export interface OpenIdProviderOptions {
  readonly providers: readonly SignInProvider[];
  /** Of the console: `https://console.acme.example`. */
  readonly origin: string;
  readonly challenges: Challenges;
  readonly resolveHost: ResolveHost;
  readonly clock: Clock;
  /** For each request to a provider. */
  readonly providerTimeoutMs?: number | undefined;
}

/**
 * Authorization code flow of OpenID Connect with PKCE. State, nonce and code verifier are derived from the token in the browser's cookie,
 * so an answer works in the browser that asked, once, and none of them is stored. Each provider has a redirect URI of its own, and its
 * `iss` parameter is checked (RFC 9207), so that an answer of one provider is never taken for one of another.
 */
export function createOpenIdProviders(options: OpenIdProviderOptions): OpenIdProviders {
  const { providers, origin, challenges } = options;
  const clients = createClients(options.resolveHost);
  const configurationOf = createConfigurations(options, clients);
  const redirectUri = (id: string) => new URL(`${origin}/console/sign-in/${id}/callback`);
  return {
    all: providers,
    find: (id) => providers.find((each) => each.id === id),
    begin: async (provider, { next, again }) => {
      const { id } = provider;
      const configuration = await orRefuse(() => configurationOf(provider));
      const data = { provider: id, next };
      const challengeToken = await challenges.begin({
        ...{ kind: 'provider', userId: null, data, lifeMs: challengeLifeMs },
      });
      const { state, nonce, codeVerifier } = secretsOf(challengeToken);
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri(id).href,
        scope: ['openid', 'email', 'profile', ...provider.scopes].join(' '),
        ...{ state, nonce, code_challenge_method: 'S256' },
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        ...(again && { prompt: 'login' }),
      });
      return { url, challengeToken };
    },
    finish: async (provider, { challengeToken, queryString }) => {
      const challenge =
        challengeToken === undefined ? null : await challenges.take(challengeToken, 'provider');
      if (challengeToken === undefined || challenge?.data['provider'] !== provider.id) {
        throw new ProviderSignInRefused('expired');
      }
      const answer = redirectUri(provider.id);
      answer.search = queryString;
      const identity = await orRefuse(async () =>
        identify(await configurationOf(provider), { provider, answer, ...secretsOf(challengeToken) }),
      );
      return { identity, next: String(challenge.data['next']) };
    },
    close: async () => {
      await clients.public.close();
      await clients.private.close();
    },
  };
}

interface StepSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

function secretsOf(challengeToken: string): StepSecrets {
  const derive = (name: string) => createHmac('sha256', challengeToken).update(name).digest('base64url');
  return { state: derive('state'), nonce: derive('nonce'), codeVerifier: derive('code verifier') };
}

async function identify(
  configuration: Configuration,
  given: StepSecrets & { readonly provider: SignInProvider; readonly answer: URL },
): Promise<ProviderIdentity> {
  const { provider, answer, state, nonce, codeVerifier } = given;
  const tokens = await authorizationCodeGrant(configuration, answer, {
    ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier, idTokenExpected: true },
  });
  const idToken = tokens.claims();
  if (idToken === undefined) throw new ProviderSignInRefused('provider_failed');
  const roleClaim = provider.role_claim;
  const isComplete =
    idToken['email'] !== undefined && (roleClaim === undefined || idToken[roleClaim] !== undefined);
  const { userinfo_endpoint: userInfoEndpoint } = configuration.serverMetadata();
  const userInfo =
    isComplete || userInfoEndpoint === undefined
      ? {}
      : await fetchUserInfo(configuration, tokens.access_token, idToken.sub);
  const claims: Readonly<Record<string, unknown>> = { ...userInfo, ...idToken };
  const { name } = claims;
  return {
    ...{ issuer: idToken.iss, subject: subjectOf(idToken.sub) },
    email: addressOf(claims['email']),
    // Nothing but `true`: some providers send texts.
    isEmailVerified: claims['email_verified'] === true,
    name: typeof name === 'string' ? nameOf(name) : null,
    groups: roleClaim === undefined ? [] : textsOf(claims[roleClaim]),
    authenticatedAt: idToken.auth_time === undefined ? null : new Date(idToken.auth_time * 1_000),
  };
}

const nameCharsMax = 120;
const addressCharsMax = 254;

/** OpenID Connect Core 1.0, section 2: at most 255 ASCII characters. */
function subjectOf(subject: string): string {
  if (!/^[\x20-\x7e]{1,255}$/.test(subject)) throw new ProviderSignInRefused('provider_failed');
  return subject;
}

function addressOf(email: unknown): string | null {
  if (typeof email !== 'string' || email.length > addressCharsMax) return null;
  return /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email) ? email : null;
}

function nameOf(name: string): string | null {
  const line = name.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line === '' ? null : line.slice(0, nameCharsMax);
}

function textsOf(claim: unknown): string[] {
  return [claim].flat().filter((each): each is string => typeof each === 'string');
}

interface Clients {
  readonly public: HttpClient;
  readonly private: HttpClient;
}

function createClients(resolve: ResolveHost): Clients {
  const options = { resolve, connectTimeoutMs, connectionsPerOriginMax: 8 };
  return {
    public: createHttpClient(options),
    private: createHttpClient({ ...options, isPermitted: () => true }),
  };
}

function createConfigurations(
  { clock, providerTimeoutMs = requestTimeoutMs }: OpenIdProviderOptions,
  clients: Clients,
) {
  const known = new Map<string, { readonly loading: Promise<Configuration>; readonly untilMs: number }>();
  return async (provider: SignInProvider): Promise<Configuration> => {
    const nowMs = clock.now().getTime();
    const cached = known.get(provider.id);
    if (cached !== undefined && cached.untilMs > nowMs) return cached.loading;
    const loading = discover(provider, clients, providerTimeoutMs);
    known.set(provider.id, { loading, untilMs: nowMs + metadataTtlMs });
    try {
      return await loading;
    } catch (error) {
      known.delete(provider.id);
      throw error;
    }
  };
}

function discover(provider: SignInProvider, clients: Clients, timeoutMs: number): Promise<Configuration> {
  const { issuer, client_id: clientId, clientSecret, private_network: isPrivate } = provider;
  const url = new URL(issuer);
  return discovery(url, clientId, undefined, clientAuthentication(clientSecret), {
    [customFetch]: fetchWith(isPrivate ? clients.private : clients.public, timeoutMs),
    timeout: timeoutMs / 1_000,
    // Signatures of ID tokens are checked, although they come over TLS.
    execute: [enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [allowInsecureRequests] : [])],
  });
}

/** By the provider's metadata, which is not known before discovery. */
function clientAuthentication(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...rest) => {
    const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return supported.includes('client_secret_basic') ? basic(server, ...rest) : post(server, ...rest);
  };
}

/** Requests of the library through our own client: to permitted addresses only, bounded in time and size. */
function fetchWith(client: HttpClient, timeoutMs: number): CustomFetch {
  return async (url, { method, headers, body }) => {
    const isText = typeof body === 'string' || body instanceof URLSearchParams;
    const {
      status,
      headers: answered,
      body: bytes,
    } = await client.request({
      method: method === 'POST' ? 'POST' : 'GET',
      url: new URL(url),
      headers,
      ...(isText && { body: String(body) }),
      timeoutMs,
      bytesMax: answerBytesMax,
    });
    const hasBody = status !== 204 && status !== 304;
    return new Response(hasBody ? new Uint8Array(bytes) : null, { status, headers: { ...answered } });
  };
}

/** The library throws for anything that is wrong with an answer: its form, state, nonce, issuer or signature. */
async function orRefuse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof ProviderSignInRefused) throw cause;
    const isCanceled = cause instanceof AuthorizationResponseError;
    throw new ProviderSignInRefused(isCanceled ? 'canceled' : 'provider_failed', { cause });
  }
}
