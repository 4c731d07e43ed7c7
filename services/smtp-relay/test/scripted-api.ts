import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ApiCall {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}

export interface ApiReply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

/** `hang` never answers, `drop` cuts the connection. */
export type ApiScript = (call: ApiCall, ordinal: number) => ApiReply | 'hang' | 'drop';

export interface ScriptedApi {
  readonly url: string;
  /** Calls of POST /emails, in order. */
  readonly sends: ApiCall[];
  readonly logins: ApiCall[];
  onSend: ApiScript;
  onLogin: ApiScript;
  close(): Promise<void>;
}

export const keyId = '019a0000-0000-7000-8000-000000000001';
export const token = 'pr_live_abcdefghijklmnop';

const login: ApiScript = ({ headers }) =>
  headers.authorization === `Bearer ${token}`
    ? {
        status: 200,
        headers: { 'postrider-organization': 'an organization' },
        body: { object: 'api_key', id: keyId, name: 'k', mode: 'live', permission: 'SEND', domains: [] },
      }
    : { status: 401, body: { error: { code: 'unauthorized', message: 'no' } } };

/** The HTTP side of the API, answering as told: the only way to force every row of the reply table. */
export async function startScriptedApi(): Promise<ScriptedApi> {
  const sends: ApiCall[] = [];
  const logins: ApiCall[] = [];
  const server = createServer((request, response) => {
    void readCall(request).then((call) => {
      const isSend = call.path === '/api/v1/emails';
      const calls = isSend ? sends : logins;
      calls.push(call);
      const reply = (isSend ? api.onSend : api.onLogin)(call, calls.length - 1);
      if (reply === 'hang') return;
      if (reply === 'drop') return void request.socket.destroy();
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
      response.end(JSON.stringify(reply.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const api: ScriptedApi = {
    url: `http://127.0.0.1:${port}`,
    sends,
    logins,
    onSend: (_call, ordinal) => ({ status: 200, body: { id: `id-${ordinal}` } }),
    onLogin: login,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return api;
}

async function readCall(request: IncomingMessage): Promise<ApiCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  return { path: request.url ?? '', headers: request.headers, body };
}
