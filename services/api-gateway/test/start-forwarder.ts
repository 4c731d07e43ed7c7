import { once } from 'node:events';
import net from 'node:net';
import { pipeline } from 'node:stream';

/**
 * An origin that is known before the gateway behind it has started: passkeys and providers are bound to it. A port that is only looked
 * for and not kept may be taken by another process.
 */
export interface Forwarder {
  readonly origin: string;
  forwardTo(url: string): void;
  close(): Promise<void>;
}

export async function startForwarder(): Promise<Forwarder> {
  let target = 0;
  const sockets = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const gateway = net.connect(target, '127.0.0.1');
    for (const socket of [client, gateway]) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    }
    // What one side closes or breaks ends the other.
    pipeline(client, gateway, client, () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    forwardTo: (url) => {
      target = Number(new URL(url).port);
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
