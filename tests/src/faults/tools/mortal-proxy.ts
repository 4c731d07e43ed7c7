import net, { type AddressInfo, type Socket } from 'node:net';

/** A proxy in front of a server, which can die and come back; or as an address that can be moved. */
export interface MortalProxy {
  readonly port: number;
  /** From the next connection on it forwards to this server. */
  leadTo(targetPort: number): void;
  /** Connections taken since it was started, or came back last. */
  taken(): number;
  /** Cuts what is open and takes no connection any more. @returns how many were open */
  die(): Promise<number>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

export async function startMortalProxy(firstTargetPort: number): Promise<MortalProxy> {
  let targetPort = firstTargetPort;
  const open = new Set<Socket>();
  let taken = 0;
  let server = await listenOn(0);
  const { port } = server.address() as AddressInfo;

  function listenOn(at: number): Promise<net.Server> {
    const next = net.createServer((client) => {
      taken += 1;
      open.add(client);
      const upstream = net.connect(targetPort, '127.0.0.1');
      client.pipe(upstream).pipe(client);
      for (const socket of [client, upstream]) socket.on('error', () => undefined);
      client.on('close', () => {
        open.delete(client);
        upstream.destroy();
      });
      upstream.on('close', () => client.destroy());
    });
    return new Promise((resolve) => next.listen(at, '127.0.0.1', () => resolve(next)));
  }
  const die = (): Promise<number> => {
    const cut = open.size;
    return new Promise((resolve) => {
      server.close(() => resolve(cut));
      for (const client of open) client.destroy();
    });
  };
  return {
    port,
    leadTo: (next) => {
      targetPort = next;
    },
    taken: () => taken,
    die,
    comeBack: async () => {
      taken = 0;
      server = await listenOn(port);
    },
    close: async () => {
      if (server.listening) await die();
    },
  };
}
