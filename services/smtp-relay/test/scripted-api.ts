import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FrameReader, relayedMailsPath, writeFrames } from '@postrider/contracts/relay';

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
  /** Mails in order, alone or together with others. */
  readonly sends: ApiCall[];
  /** How many mails each request had that carried several. */
  readonly together: number[];
  /** False: as a gateway that is older than such requests. */
  knowsTogether: boolean;
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

/** The HTTP side of the API with scripted answers: the only way to force every row of the reply table. */
export async function startScriptedApi(): Promise<ScriptedApi> {
  const sends: ApiCall[] = [];
  const logins: ApiCall[] = [];
  const together: number[] = [];
  const answerTogether = (bytes: Buffer, response: ServerResponse): void => {
    const frames = new FrameReader().push(bytes);
    together.push(frames.length);
    let open = frames.length;
    frames.forEach(({ head, body }, index) => {
      const call = callOf('/api/v1/emails', head as ApiCall['headers'], body);
      const reply = api.onSend(call, sends.push(call) - 1);
      if (reply === 'hang') return;
      if (reply === 'drop') return void response.destroy();
      const { status, headers = {} } = reply;
      response.write(writeFrames([{ head: { index, status, headers }, body: JSON.stringify(reply.body) }]));
      open -= 1;
    });
    if (open === 0) response.end();
  };
  const server = createServer((request, response) => {
    void readBytes(request).then((bytes) => {
      if (request.url === relayedMailsPath && api.knowsTogether) return answerTogether(bytes, response);
      if (request.url === relayedMailsPath) return void response.writeHead(404).end('{}');
      const call = callOf(request.url ?? '', request.headers, bytes);
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
    together,
    knowsTogether: true,
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

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function callOf(path: string, headers: ApiCall['headers'], bytes: Buffer): ApiCall {
  const text = bytes.toString('utf8');
  return { path, headers, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
}
