import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface ReceivedWebhook {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The exact bytes: signatures are computed over these. */
  readonly rawBody: Buffer;
  readonly receivedAt: Date;
}

export type ReceiverAnswer =
  | { kind: 'status'; status: number; body?: string; headers?: Record<string, string> }
  /** Answers 200 after `delayMs`. */
  | { kind: 'slow'; delayMs: number }
  /** Answers 200 once the promise has resolved. */
  | { kind: 'held'; until: Promise<unknown> }
  /** Reads the request and does not answer; `answer` resets what hangs. */
  | { kind: 'hang' }
  | { kind: 'redirect'; location: string }
  /** Resets the connection. */
  | { kind: 'reset' };

export type ReceiverScript = ReceiverAnswer | ((webhook: ReceivedWebhook, ordinal: number) => ReceiverAnswer);

export interface WebhookReceiver {
  readonly port: number;
  /** `http://127.0.0.1:port`; any path below it is served. */
  readonly url: string;
  readonly received: readonly ReceivedWebhook[];
  /** The received bodies, parsed. */
  bodies<T = Record<string, unknown>>(): T[];
  /** Takes effect from the next request on. */
  answer(script: ReceiverScript): void;
  clear(): void;
  close(): Promise<void>;
}

export interface WebhookReceiverOptions {
  answer?: ReceiverScript;
  port?: number;
  host?: string;
  onWebhook?: (webhook: ReceivedWebhook) => void;
  /** Default true; a benchmark counts by `onWebhook` alone. */
  remember?: boolean;
}

/** An HTTP endpoint that keeps what it is sent, with configurable answers. */
export async function startWebhookReceiver(options: WebhookReceiverOptions = {}): Promise<WebhookReceiver> {
  const host = options.host ?? '127.0.0.1';
  const received: ReceivedWebhook[] = [];
  const sockets = new Set<Socket>();
  let script = options.answer ?? { kind: 'status', status: 200 };
  const hanging = new Set<Socket>();
  let ordinal = 0;

  const server = http.createServer((request, response) => {
    readBody(request, (rawBody) => {
      const webhook = toWebhook(request, rawBody);
      if (options.remember !== false) received.push(webhook);
      options.onWebhook?.(webhook);
      const answer = typeof script === 'function' ? script(webhook, ordinal) : script;
      ordinal += 1;
      if (answer.kind === 'hang') hanging.add(request.socket);
      give(answer, request, response);
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://${host}:${port}`,
    received,
    bodies: <T>() => received.map(({ rawBody }) => JSON.parse(rawBody.toString('utf8')) as T),
    answer: (next) => {
      script = next;
      for (const socket of hanging) socket.resetAndDestroy();
      hanging.clear();
    },
    clear: () => void received.splice(0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function readBody(request: IncomingMessage, done: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => done(Buffer.concat(chunks)));
  request.on('error', () => undefined);
}

function toWebhook(request: IncomingMessage, rawBody: Buffer): ReceivedWebhook {
  const { method = '', url = '', headers } = request;
  return { method, path: url, headers, rawBody, receivedAt: new Date() };
}

function give(answer: ReceiverAnswer, request: IncomingMessage, response: ServerResponse): void {
  switch (answer.kind) {
    case 'status':
      response.writeHead(answer.status, answer.headers).end(answer.body ?? '');
      return;
    case 'slow':
      setTimeout(() => response.writeHead(200).end(), answer.delayMs).unref();
      return;
    case 'held':
      void answer.until.then(() => response.writeHead(200).end());
      return;
    case 'hang':
      return;
    case 'redirect':
      response.writeHead(302, { location: answer.location }).end();
      return;
    case 'reset':
      request.socket.resetAndDestroy();
      return;
  }
}
