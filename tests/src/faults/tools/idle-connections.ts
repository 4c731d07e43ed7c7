import net, { type Socket } from 'node:net';

/** Connections that a client opens and then forgets. */
export interface IdleConnections {
  /** Still open. */
  open(): number;
  write(text: string): void;
  close(): void;
}

const openedAtATime = 50;
const connectTimeoutMs = 10_000;
/** Another client than the load, which comes from 127.0.0.1: the relay caps the connections of one. */
const localAddress = '127.0.0.2';

/** @param greeting bytes that each sends at once, such as the beginning of a request */
export async function openIdleConnections(
  port: number,
  count: number,
  greeting = '',
): Promise<IdleConnections> {
  const sockets: Socket[] = [];
  for (let opened = 0; opened < count; opened += openedAtATime) {
    const batch = Array.from({ length: Math.min(openedAtATime, count - opened) }, () => open(port));
    sockets.push(...(await Promise.all(batch)));
  }
  const write = (text: string): void => {
    for (const socket of sockets) if (socket.writable) socket.write(text);
  };
  if (greeting !== '') write(greeting);
  return {
    open: () => sockets.filter((socket) => !socket.destroyed).length,
    write,
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: '127.0.0.1', localAddress });
    socket.setTimeout(connectTimeoutMs, () => reject(new Error(`port ${port} does not take connections`)));
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.setTimeout(0);
      socket.on('error', () => undefined);
      socket.resume();
      resolve(socket);
    });
  });
}
