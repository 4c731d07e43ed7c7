import net from 'node:net';

/**
 * Below 32768, where Linux takes the ports of outgoing connections and of `listen(0)`: no other test gets a port
 * between the moment it is chosen and that in which its server listens, or while its server restarts.
 */
const lowest = 20_000;
const highest = 31_999;
const triesMax = 500;

/** Chosen before, by a server that may not listen yet. */
const chosen = new Set<number>();

/** A port of loopback on which nothing listens: one that only root can take, of a protocol no longer in use. */
export const closedPort = 1;

/** Ports of loopback that are free now, all different, and none that was chosen before. */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  for (let tries = 0; found.size < count; tries += 1) {
    if (tries === triesMax) throw new Error(`no ${count} free ports between ${lowest} and ${highest}`);
    const port = lowest + Math.floor(Math.random() * (highest - lowest + 1));
    if (chosen.has(port) || !(await isFree(port))) continue;
    chosen.add(port);
    found.add(port);
  }
  return [...found];
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
