import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Server as TcpServer, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import { listenBacklog, listenFailure, wait } from '@postrider/runtime';

export interface ApiServer {
  readonly port: number;
  /**
   * Closes each client's connection with its next answer, goes on answering while load balancers find out,
   * then takes no new connections and lets the last requests end. Sooner without connections.
   */
  close(): Promise<void>;
}

/** Time for the head of a request: it fits into one packet or two. */
const headersTimeoutMs = 10_000;
/** Time for a whole request: the largest file to import at 250 kB/s. Other bodies have a minute (`request-body.ts`). */
const requestTimeoutMs = 900_000;
/** Longer than the 60 s after which usual load balancers drop an idle connection, so that they do it first. */
const keepAliveMs = 65_000;
const headerBytesMax = 16_384;
/**
 * A connection that we cut while a request is on its way to us is an error that a client sees, and may not repeat on
 * its own. Connections in use carry several requests a second: within this time each of them has had an answer that closes it.
 * Once while we still listen, until load balancers have found out, and once for what came last.
 */
const usualDrainMs = 1_500;
const lookEveryMs = 50;

export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  /** A listening socket to use instead of host and port. */
  readonly descriptor?: number | null;
  /** How long connections are waited for at `close`, twice; tests, whose clients are done, need not wait. */
  readonly drainMs?: number;
}

export async function startServer(
  listener: RequestListener,
  { host, port, descriptor = null, drainMs = usualDrainMs }: ServerOptions,
): Promise<ApiServer> {
  let isClosing = false;
  const answer: RequestListener = (request, response) => {
    if (isClosing) response.shouldKeepAlive = false;
    if (hasSeveralHosts(request)) refuseHosts(response);
    else listener(request, response);
  };
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveMs,
      maxHeaderSize: headerBytesMax,
      connectionsCheckingInterval: 5_000,
      noDelay: true,
    },
    answer,
  );
  // Node would answer an expectation that it does not know with 417 and no body; RFC 9110 lets a server ignore it.
  server.on('checkExpectation', answer);
  // The body is read only on request; most refusals need none of it.
  server.on('checkContinue', answer);
  server.on('clientError', answerBrokenRequest);
  await new Promise<void>((resolve, reject) => {
    const settings = { host: 'API_HOST', port: 'API_PORT' };
    const refuse = (error: Error): void => reject(listenFailure(error, { host, port, settings }));
    server.once('error', refuse);
    const place = descriptor === null ? { host, port } : { fd: descriptor };
    // As an argument of its own: Node ignores an option `backlog` beside `fd`, and would take 511.
    server.listen(place, listenBacklog, () => {
      server.off('error', refuse);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      isClosing = true;
      await untilDrained(server, drainMs);
      const closed = stopListening(server);
      await untilDrained(server, drainMs);
      server.closeIdleConnections();
      await closed;
    },
  };
}

/**
 * By turns of the event loop: a process that is starved for so long would otherwise end connections whose requests have arrived, and which it
 * has not read.
 */
async function untilDrained(server: Server, drainMs: number): Promise<void> {
  const connections = promisify(server.getConnections.bind(server));
  for (let looks = drainMs / lookEveryMs; looks > 0 && (await connections()) > 0; looks -= 1)
    await wait(lookEveryMs);
}

/** As every TCP server does it: the HTTP server's own `close` also cuts connections that have just been opened. */
function stopListening(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    TcpServer.prototype.close.call(server, (error?: Error) => (error ? reject(error) : resolve()));
  });
}

/** RFC 9112 §3.2: 400. A proxy may have decided by one of them, and Node shows the other. */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

function refuseHosts(response: ServerResponse): void {
  const body = { error: { code: 'bad_request', message: 'The request has several Host headers.' } };
  response.writeHead(400, { 'content-type': 'application/json; charset=utf-8', connection: 'close' });
  response.end(JSON.stringify(body));
}

/** What is no HTTP never becomes a request, yet gets an error body like everything else. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, code, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ([
          '431 Request Header Fields Too Large',
          'payload_too_large',
          'The request headers are too large.',
        ] as const)
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? (['408 Request Timeout', 'request_timeout', 'The request took too long to arrive.'] as const)
        : (['400 Bad Request', 'bad_request', 'The request is not valid HTTP.'] as const);
  const body = JSON.stringify({ error: { code, message } });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
