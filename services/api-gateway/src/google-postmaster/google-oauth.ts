import { createHash } from 'node:crypto';
import type { HttpAnswer, HttpClient } from '@postrider/http-client';
import { z } from 'zod';
import { GoogleRefusal } from './google-refusal';

/** What the operator has registered at Google, and where Google answers. */
export interface GoogleSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Origin of the console, which Google sends browsers back to. */
  readonly consoleOrigin: string;
  readonly endpoints: GoogleEndpoints;
  readonly http: HttpClient;
}

export interface GoogleEndpoints {
  readonly authorization: string;
  readonly token: string;
  readonly revocation: string;
  readonly api: string;
}

export const googleEndpoints: GoogleEndpoints = {
  authorization: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
  revocation: 'https://oauth2.googleapis.com/revoke',
  api: 'https://gmailpostmastertools.googleapis.com/v2',
};

/** The list of domains needs the second one; there is none that only reads it. */
const scopes = [
  'https://www.googleapis.com/auth/postmaster.traffic.readonly',
  'https://www.googleapis.com/auth/postmaster.domain',
];

export interface GoogleOauth {
  /** Where to send the browser, with the challenge of a code verifier (PKCE, RFC 7636). */
  authorizationUrl(step: { readonly state: string; readonly codeVerifier: string }): string;
  /** @throws GoogleRefusal */
  exchange(answer: { readonly code: string; readonly codeVerifier: string }): Promise<string>;
  /** A new access token, which works for an hour. @throws GoogleRefusal */
  refresh(refreshToken: string): Promise<string>;
  /** @throws GoogleRefusal */
  revoke(refreshToken: string): Promise<void>;
}

const timeoutMs = 10_000;
const bytesMax = 100_000;
/** Google says that tokens have up to 2,048 characters. */
const token = z.string().min(1).max(8_192);
const grant = z.object({ refresh_token: token, scope: z.string().max(10_000) });
const refreshed = z.object({ access_token: token });
const failure = z.object({ error: z.string().max(200) });

export function createGoogleOauth(settings: GoogleSettings): GoogleOauth {
  const { clientId, clientSecret, consoleOrigin, endpoints } = settings;
  const redirectUri = `${consoleOrigin}/console/deliverability/google`;
  const ofClient = { client_id: clientId, client_secret: clientSecret };
  return {
    authorizationUrl: ({ state, codeVerifier }) => {
      const url = new URL(endpoints.authorization);
      url.search = new URLSearchParams({
        ...{ client_id: clientId, redirect_uri: redirectUri, response_type: 'code', state },
        scope: scopes.join(' '),
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
        // Google gives a refresh token only to offline access, and again only after asking again.
        ...{ access_type: 'offline', prompt: 'consent' },
      }).toString();
      return url.href;
    },
    exchange: async ({ code, codeVerifier }) => {
      const body = { grant_type: 'authorization_code', code, code_verifier: codeVerifier };
      const answer = await post(settings, endpoints.token, {
        ...ofClient,
        ...body,
        redirect_uri: redirectUri,
      });
      const { refresh_token: refreshToken, scope } = read(answer, grant);
      const given = scope.split(' ');
      if (!scopes.every((each) => given.includes(each))) {
        throw new GoogleRefusal('refused', 'not all of the requested access was given');
      }
      return refreshToken;
    },
    refresh: async (refreshToken) => {
      const body = { grant_type: 'refresh_token', refresh_token: refreshToken };
      return read(await post(settings, endpoints.token, { ...ofClient, ...body }), refreshed).access_token;
    },
    revoke: async (refreshToken) => {
      const answer = await post(settings, endpoints.revocation, { token: refreshToken });
      // A token that is not valid any more needs no revocation.
      if (answer.status !== 200 && answer.status !== 400) throw faultOf(answer);
    },
  };
}

async function post(
  { http }: GoogleSettings,
  url: string,
  body: Readonly<Record<string, string>>,
): Promise<HttpAnswer> {
  try {
    return await http.request({
      ...{ method: 'POST', url: new URL(url), timeoutMs, bytesMax },
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(body).toString(),
    });
  } catch (cause) {
    throw new GoogleRefusal('unavailable', 'Google does not answer', { cause });
  }
}

function read<Schema extends z.ZodType>(answer: HttpAnswer, schema: Schema): z.output<Schema> {
  if (answer.status !== 200) throw faultOf(answer);
  const parsed = schema.safeParse(jsonOf(answer.body));
  if (!parsed.success) throw new GoogleRefusal('unavailable', 'the answer of Google is not understood');
  return parsed.data;
}

/** RFC 6749 §5.2. */
function faultOf({ status, body }: HttpAnswer): GoogleRefusal {
  const error = failure.safeParse(jsonOf(body)).data?.error ?? '';
  if (status === 429) return new GoogleRefusal('rate_limited', 'Google limits requests for tokens');
  if (status >= 500) return new GoogleRefusal('unavailable', `the token endpoint answers ${status}`);
  if (error === 'invalid_grant') return new GoogleRefusal('access_revoked', 'invalid_grant');
  return new GoogleRefusal('refused', `the token endpoint answers ${status} ${error}`.trim());
}

export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
