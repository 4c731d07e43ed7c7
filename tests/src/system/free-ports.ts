import net from 'node:net';

/** Below 32768, where Linux hands out the ports of outgoing connections: a service that restarts gets its own back. */
const lowest = 20_000;
const highest = 31_999;
const triesMax = 500;

/** Its user may not listen on it yet. */
const given = new Set<number>();

/** Ports that are free now, all different, and none that was given before. */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  for (let tries = 0; found.size < count; tries += 1) {
    if (tries === triesMax) throw new Error(`no ${count} free ports between ${lowest} and ${highest}`);
    const port = lowest + Math.floor(Math.random() * (highest - lowest + 1));
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    found.add(port);
  }
  return [...found];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
