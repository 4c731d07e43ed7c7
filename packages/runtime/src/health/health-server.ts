import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listenFailure } from '../network/listen-failure';
import type { HealthHandler } from './health-handler';

export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

/** A small server of its own, so that what it tells is not on the port that the world reaches. */
export async function startHealthServer(options: {
  readonly handler: HealthHandler;
  readonly host: string;
  readonly port: number;
}): Promise<HealthServer> {
  const server = createServer((request, response) => {
    if (options.handler(request, response)) return;
    response.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n');
  });
  server.requestTimeout = 5_000;
  server.headersTimeout = 5_000;
  await new Promise<void>((resolve, reject) => {
    const settings = { host: 'HEALTH_HOST', port: 'HEALTH_PORT' };
    server.once('error', (error) => reject(listenFailure(error, { ...options, settings })));
    server.listen({ host: options.host, port: options.port }, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
