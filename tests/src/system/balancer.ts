import net, { type AddressInfo, type Socket } from 'node:net';
import { request } from 'undici';

/** One address in front of several replicas. */
export interface Balancer {
  readonly port: number;
  close(): Promise<void>;
}

const readinessEveryMs = 200;

/**
 * Shares out connections in turn, as the load balancer of a deployment would: replicas whose /readyz is not 200 come
 * last, one that does not take the connection is passed over; what happens on an open connection is between the ends.
 */
export async function startBalancer(targetPorts: readonly number[]): Promise<Balancer> {
  const sockets = new Set<Socket>();
  const remember = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  };
  let turn = 0;
  let readyPorts: readonly number[] = targetPorts;
  const look = async (): Promise<void> => {
    const answers = await Promise.all(targetPorts.map(isReady));
    readyPorts = targetPorts.filter((_port, index) => answers[index]);
  };
  const timer = setInterval(() => void look(), readinessEveryMs);
  const server = net.createServer({ allowHalfOpen: true }, (client) => {
    remember(client);
    turn += 1;
    const inTurn = targetPorts.map((_port, index) => targetPorts[(turn + index) % targetPorts.length] ?? 0);
    const readyFirst = inTurn.toSorted(
      (a, b) => Number(readyPorts.includes(b)) - Number(readyPorts.includes(a)),
    );
    void connectToFirst(readyFirst).then((upstream) => {
      if (!upstream) return client.resetAndDestroy();
      remember(upstream);
      client.pipe(upstream);
      upstream.pipe(client);
      client.on('close', () => upstream.destroy());
      return upstream.on('close', () => client.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        clearInterval(timer);
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function isReady(port: number): Promise<boolean> {
  try {
    const answer = await request(`http://127.0.0.1:${port}/readyz`, {
      headersTimeout: 1_000,
      bodyTimeout: 1_000,
    });
    await answer.body.dump();
    return answer.statusCode === 200;
  } catch {
    return false;
  }
}

async function connectToFirst(ports: readonly number[]): Promise<Socket | undefined> {
  for (const port of ports) {
    const socket = await connect(port);
    if (socket) return socket;
  }
  return undefined;
}

function connect(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.once('connect', () => {
      socket.removeAllListeners('error');
      resolve(socket);
    });
    socket.once('error', () => resolve(undefined));
  });
}
