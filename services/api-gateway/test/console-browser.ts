import type { ErrorBody } from '@postrider/contracts/errors';
import { consoleRoutes } from '../src/console/console-routes';
import { createConsoleDocument } from '../src/openapi/console-document';
import { createAnswerContract } from './answer-contract';
import { consoleOrigin, request, type Answer, type TestApi } from './test-api';

const keepsContract = createAnswerContract(createConsoleDocument(consoleRoutes));

export interface ConsoleCall {
  readonly organizationId?: string;
  readonly mode?: 'live' | 'test';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * As much of a browser as the console needs: it keeps cookies, and says that its requests come from the console's pages. Answers of the
 * console's own endpoints are checked against their document.
 */
export interface ConsoleBrowser {
  readonly cookies: Map<string, string>;
  /** Keeps the cookies of an answer. */
  keep(headers: Headers): void;
  get<Body = unknown>(path: string, call?: ConsoleCall): Promise<Answer<Body>>;
  post<Body = unknown>(path: string, body?: unknown, call?: ConsoleCall): Promise<Answer<Body>>;
  send<Body = unknown>(method: string, path: string, call?: ConsoleCall): Promise<Answer<Body>>;
}

export const cookieNames = {
  session: '__Host-postrider_session',
  challenge: '__Host-postrider_challenge',
  device: '__Host-postrider_device',
};

export function openBrowser(
  api: Pick<TestApi, 'url'>,
  { sessionToken, address }: { readonly sessionToken?: string; readonly address?: string } = {},
): ConsoleBrowser {
  const cookies = new Map<string, string>();
  if (sessionToken !== undefined) cookies.set(cookieNames.session, sessionToken);

  const send = async <Body>(method: string, path: string, call: ConsoleCall = {}): Promise<Answer<Body>> => {
    const { organizationId, mode, body, headers } = call;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await request(new URL(`${api.url}/console/api/v1${path}`), {
      method,
      ...(body !== undefined && { body }),
      headers: {
        origin: consoleOrigin,
        ...(cookie !== '' && { cookie }),
        ...(organizationId !== undefined && { 'postrider-organization': organizationId }),
        ...(mode !== undefined && { 'postrider-mode': mode }),
        ...(address !== undefined && { 'x-forwarded-for': address }),
        ...headers,
      },
    });
    keepCookies(cookies, answer.headers);
    const problems = keepsContract({ ...answer, method, path: path.split('?')[0] ?? '' });
    if (problems.length > 0 && !problems[0]?.endsWith('is not in the document')) {
      throw new Error(`${method} ${path} answers ${answer.text}: ${problems.join('; ')}`);
    }
    const refusal = answer.status < 400 ? null : `${answer.status} ${(answer.body as ErrorBody).error.code}`;
    return { ...answer, body: answer.body as Body, refusal };
  };

  return {
    cookies,
    keep: (headers) => keepCookies(cookies, headers),
    send,
    get: (path, call) => send('GET', path, call),
    post: (path, body, call) => send('POST', path, { ...call, body }),
  };
}

function keepCookies(cookies: Map<string, string>, headers: Headers): void {
  for (const line of headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/Max-Age=0\b/.test(line)) cookies.delete(name);
    else cookies.set(name, value);
  }
}
