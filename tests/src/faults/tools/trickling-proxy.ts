import net, { type AddressInfo, type Socket } from 'node:net';

/** In front of a server, passes on what it answers: at full speed, or at one byte a second. */
export interface TricklingProxy {
  readonly port: number;
  trickle(): void;
  flow(): void;
  close(): Promise<void>;
}

const byteEveryMs = 1_000;

export async function startTricklingProxy(targetPort: number): Promise<TricklingProxy> {
  let isSlow = false;
  const sockets = new Set<Socket>();
  const waiting = new Map<Socket, Buffer>();

  const pass = (client: Socket, octets: number): void => {
    const pending = waiting.get(client) ?? Buffer.alloc(0);
    if (pending.length === 0 || client.destroyed) return;
    client.write(pending.subarray(0, octets));
    waiting.set(client, pending.subarray(octets));
  };
  const timer = setInterval(() => {
    if (!isSlow) return;
    for (const client of waiting.keys()) pass(client, 1);
  }, byteEveryMs);

  const server = net.createServer((client) => {
    const upstream = net.connect(targetPort, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    client.pipe(upstream);
    upstream.on('data', (chunk: Buffer) => {
      waiting.set(client, Buffer.concat([waiting.get(client) ?? Buffer.alloc(0), chunk]));
      if (!isSlow) pass(client, Infinity);
    });
    const closeBoth = (): void => {
      client.destroy();
      upstream.destroy();
      waiting.delete(client);
      sockets.delete(client);
      sockets.delete(upstream);
    };
    client.on('close', closeBoth);
    upstream.on('close', closeBoth);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    trickle: () => {
      isSlow = true;
    },
    flow: () => {
      isSlow = false;
      for (const client of waiting.keys()) pass(client, Infinity);
    },
    close: () =>
      new Promise((resolve) => {
        clearInterval(timer);
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
