import { EventEmitter, once } from 'node:events';
import http, { type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * - an answer
 * - `cut`: the connection is closed once the request has been read
 * - `cut_body`: it is closed within the body of the answer
 * - `hang`: the request is read and never answered
 */
export type Script =
  | {
      readonly status: number;
      /** Sent as JSON. */
      readonly body?: unknown;
      /** Sent as it is, instead of `body`. */
      readonly text?: string;
      readonly headers?: Record<string, string>;
    }
  | 'cut'
  | 'cut_body'
  | 'hang';

export interface ScriptedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** When it was read, of `performance.now()`. */
  readonly atMs: number;
}

export interface ScriptedServer {
  readonly url: string;
  readonly requests: readonly ScriptedRequest[];
  /** What the next requests meet, one each; behind the last one it is repeated. */
  answer(...script: readonly [Script, ...Script[]]): void;
  /** Resolves when so many requests have come. */
  received(count: number): Promise<void>;
  close(): Promise<void>;
}

/** A server with scripted answers, instead of the API: what the API would hardly do when asked. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  const requests: ScriptedRequest[] = [];
  const arrivals = new EventEmitter();
  let script: readonly Script[] = ['cut'];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      requests.push({
        method,
        path,
        headers,
        body: Buffer.concat(chunks).toString(),
        atMs: performance.now(),
      });
      arrivals.emit('request');
      const [next = 'cut', ...rest] = script;
      if (rest.length > 0) script = rest;
      if (next === 'hang') return;
      if (next === 'cut') return void request.socket.destroy();
      if (next === 'cut_body') {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
        return void response.write('{"id":', () => request.socket.destroy());
      }
      response.writeHead(next.status, { 'content-type': 'application/json', ...next.headers });
      response.end(next.text ?? (next.body === undefined ? undefined : JSON.stringify(next.body)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: (...next) => {
      script = next;
      requests.length = 0;
    },
    received: async (count) => {
      while (requests.length < count) await once(arrivals, 'request');
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const refusal = (status: number, code: string, headers: Record<string, string> = {}): Script => ({
  status,
  body: { error: { code, message: `it is ${code}` } },
  headers: { 'x-request-id': 'req_1', ...headers },
});
