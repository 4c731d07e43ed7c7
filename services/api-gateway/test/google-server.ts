import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttpClient } from '@postrider/http-client';
import { createHostResolver } from '@postrider/runtime';
import type { GoogleSettings } from '../src/google-postmaster/google-oauth';

interface GoogleAnswer {
  readonly status: number;
  /** A text is sent as it is. */
  readonly body: unknown;
}

interface GoogleRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly token: string | null;
  readonly body: string;
}

/** Google as far as it is asked: OAuth 2.0 with PKCE, and the Postmaster Tools API v2 on a domain's figures. */
export interface GoogleServer {
  /** As the gateway has them. */
  readonly settings: GoogleSettings;
  /** Figures and verdicts by domain of the account; of one without entry, Google answers 404. */
  readonly domains: Map<string, { readonly stats?: object[]; readonly compliance?: object }>;
  readonly requests: readonly GoogleRequest[];
  /** Tokens that still give access. */
  readonly refreshTokens: ReadonlySet<string>;
  /** The user gives access on the page of Google. @returns what the browser brings back */
  consent(url: string, scope?: string): { readonly code: string; readonly state: string };
  /** Tokens for the API that were given out until now no longer work. */
  expireAccessTokens(): void;
  /** The user takes the access back in their Google account. */
  revokeAll(): void;
  /** Answers instead of the server, where it returns something. */
  answer: (request: GoogleRequest) => GoogleAnswer | undefined;
  close(): Promise<void>;
}

const client = { clientId: 'client-of-operator', clientSecret: 'secret-of-operator' };

const denied = (status: number, name: string): GoogleAnswer => ({
  status,
  body: { error: { code: status, message: name, status: name } },
});

interface Grants {
  readonly challenges: Map<string, { readonly challenge: string; readonly scope: string }>;
  readonly refreshTokens: Set<string>;
  readonly accessTokens: Set<string>;
}

export async function startGoogleServer(consoleOrigin: string): Promise<GoogleServer> {
  const grants: Grants = { challenges: new Map(), refreshTokens: new Set(), accessTokens: new Set() };
  const { challenges, refreshTokens, accessTokens } = grants;
  const requests: GoogleRequest[] = [];
  const answer = (request: GoogleRequest): GoogleAnswer => {
    requests.push(request);
    const chosen = server.answer(request);
    if (chosen !== undefined) return chosen;
    const form = new URLSearchParams(request.body);
    if (request.path === '/token') return giveToken(grants, form, consoleOrigin);
    if (request.path !== '/revoke') return answerOfApi(grants, request, server.domains);
    return refreshTokens.delete(form.get('token') ?? '') ? { status: 200, body: {} } : invalidGrant;
  };
  const { origin, close } = await listen(answer);
  const http = createHttpClient({
    ...{ resolve: createHostResolver([]), isPermitted: () => true },
    ...{ connectTimeoutMs: 5_000, connectionsPerOriginMax: 2 },
  });
  const server: GoogleServer = {
    settings: {
      ...{ ...client, consoleOrigin, http },
      endpoints: {
        ...{ authorization: `${origin}/auth`, token: `${origin}/token` },
        ...{ revocation: `${origin}/revoke`, api: `${origin}/v2` },
      },
    },
    ...{ domains: new Map(), requests, refreshTokens },
    consent: (url, given) => {
      const { searchParams } = new URL(url);
      const code = `code-${randomBytes(8).toString('hex')}`;
      const [challenge, scope] = [searchParams.get('code_challenge') ?? '', searchParams.get('scope') ?? ''];
      challenges.set(code, { challenge, scope: given ?? scope });
      return { code, state: searchParams.get('state') ?? '' };
    },
    expireAccessTokens: () => accessTokens.clear(),
    revokeAll: () => {
      accessTokens.clear();
      refreshTokens.clear();
    },
    answer: () => undefined,
    close: async () => {
      await http.close();
      await close();
    },
  };
  return server;
}

async function listen(answer: (request: GoogleRequest) => GoogleAnswer) {
  const http = createServer((request, response) => {
    void readRequest(request).then((asked) => {
      const { status, body } = answer(asked);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

/** RFC 6749 §4.1.3 and §6, with PKCE. */
function giveToken(
  { challenges, refreshTokens, accessTokens }: Grants,
  form: URLSearchParams,
  consoleOrigin: string,
): GoogleAnswer {
  const isClient =
    form.get('client_id') === client.clientId && form.get('client_secret') === client.clientSecret;
  if (!isClient) return { status: 401, body: { error: 'invalid_client' } };
  const accessToken = `access-${randomBytes(8).toString('hex')}`;
  const given = { access_token: accessToken, expires_in: 3_599, token_type: 'Bearer' };
  if (form.get('grant_type') === 'refresh_token') {
    if (!refreshTokens.has(form.get('refresh_token') ?? '')) return invalidGrant;
    accessTokens.add(accessToken);
    return { status: 200, body: given };
  }
  const step = challenges.get(form.get('code') ?? '');
  challenges.delete(form.get('code') ?? '');
  const proof = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  const isOurs = form.get('redirect_uri') === `${consoleOrigin}/console/deliverability/google`;
  if (step === undefined || proof !== step.challenge || !isOurs) return invalidGrant;
  const refreshToken = `refresh-${randomBytes(8).toString('hex')}`;
  refreshTokens.add(refreshToken);
  return { status: 200, body: { ...given, refresh_token: refreshToken, scope: step.scope } };
}

function answerOfApi(
  { accessTokens }: Grants,
  { path, token }: GoogleRequest,
  domains: GoogleServer['domains'],
): GoogleAnswer {
  if (!accessTokens.has(token ?? '')) return denied(401, 'UNAUTHENTICATED');
  if (path.startsWith('/v2/domains?')) {
    const own = { verificationState: 'VERIFIED', permission: 'OWNER' };
    const list = [...domains.keys()].map((name) => ({ name: `domains/${name}`, ...own }));
    return { status: 200, body: { domains: list } };
  }
  const [, name = '', what = ''] = /^\/v2\/domains\/([^/]+)\/(.+)$/.exec(path) ?? [];
  const domain = domains.get(name);
  if (domain === undefined) return denied(404, 'NOT_FOUND');
  if (what === 'domainStats:query') return { status: 200, body: { domainStats: domain.stats ?? [] } };
  if (what === 'complianceStatus' && domain.compliance) return { status: 200, body: domain.compliance };
  return denied(404, 'NOT_FOUND');
}

const invalidGrant: GoogleAnswer = { status: 400, body: { error: 'invalid_grant' } };

async function readRequest(request: IncomingMessage): Promise<GoogleRequest> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk as string;
  const token = request.headers.authorization?.replace(/^Bearer /, '') ?? null;
  return { method: request.method ?? '', path: request.url ?? '', token, body };
}

/** A figure as Google writes it. */
export const figure = (metric: string, day: string, value: number): object => {
  const [year, month, dayOfMonth] = day.split('-').map(Number);
  return { metric, date: { year, month, day: dayOfMonth }, value: { doubleValue: value } };
};
