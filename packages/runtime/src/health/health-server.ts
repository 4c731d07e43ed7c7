import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HealthHandler } from './health-handler';

export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

/** A small server for services that speak no HTTP themselves. */
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
    server.once('error', reject);
    server.listen({ host: options.host, port: options.port }, () => {
      server.removeListener('error', reject);
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
