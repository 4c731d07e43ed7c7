import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP link to an engine that a test can cut and mend, without touching the engine that others use too. */
export interface Link {
  /** The engine's URL by way of the link. */
  readonly url: string;
  /** Resets every connection and refuses new ones, as an engine does that was killed. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** Connections stay open and nothing comes through any more. */
  stall(): void;
  resume(): void;
  /** New connections end at another engine, as when an address is moved; those that are open stay. */
  leadTo(engineUrl: string): void;
  close(): Promise<void>;
}

export async function startLink(engineUrl: string): Promise<Link> {
  let engine = new URL(engineUrl);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  };
  const server = createServer((client) => {
    const upstream = keep(connect(Number(engine.port), engine.hostname));
    keep(client).pipe(upstream).pipe(client);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  const cut = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
  };

  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(engineUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.toString(),
    cut,
    mend: () => listen(port),
    stall: () => sockets.forEach((socket) => socket.pause()),
    resume: () => sockets.forEach((socket) => socket.resume()),
    leadTo: (other) => {
      engine = new URL(other);
    },
    close: cut,
  };
}
