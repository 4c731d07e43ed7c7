import type { Server } from 'node:net';

/** Tells the parent process where the floor listens, as its first line on stdout. */
export function listenAndTell(server: Server): void {
  server.on('listening', () => {
    const address = server.address();
    if (typeof address === 'object' && address !== null) process.stdout.write(`${address.port}\n`);
  });
}
