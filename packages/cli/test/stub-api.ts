import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StubRequest {
  readonly method: string;
  /** Below `/api/v1`, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly authorization: string;
}

export interface StubAnswer {
  readonly status?: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export type StubRoutes = Readonly<Record<string, (request: StubRequest) => StubAnswer | Promise<StubAnswer>>>;

export interface StubApi {
  readonly url: string;
  readonly requests: readonly StubRequest[];
  close(): Promise<void>;
}

/** An API with the given answers, by `GET /emails`; for what the real one does, tests of the gateway call this package. */
export async function startStubApi(routes: StubRoutes): Promise<StubApi> {
  const requests: StubRequest[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://stub');
      const text = Buffer.concat(chunks).toString('utf8');
      const asked: StubRequest = {
        ...{
          method: request.method ?? '',
          path: url.pathname.replace('/api/v1', ''),
          query: url.searchParams,
        },
        ...{ body: text === '' ? null : (JSON.parse(text) as unknown) },
        authorization: request.headers.authorization ?? '',
      };
      requests.push(asked);
      void answer(routes, asked).then(({ status = 200, body, headers = {} }) => {
        response
          .writeHead(status, { 'content-type': 'application/json', ...headers })
          .end(JSON.stringify(body));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(routes: StubRoutes, request: StubRequest): Promise<StubAnswer> {
  const route = routes[`${request.method} ${request.path}`];
  return Promise.resolve(route?.(request) ?? refusal(404, 'not_found', 'There is no such thing.'));
}

export function refusal(status: number, code: string, message: string): StubAnswer {
  return { status, body: { error: { code, message } } };
}

export const ownKey = (over: object = {}): StubAnswer => ({
  body: {
    object: 'api_key',
    id: 'k1',
    name: 'Laptop',
    mode: 'test',
    permission: 'SEND',
    domains: [],
    ...over,
  },
});
