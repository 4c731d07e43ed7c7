import net, { type AddressInfo } from 'node:net';

export type PortBlock = [number, number, number, number, number, number];

/** Six free ports of loopback, held together before they are let go, so that they differ. */
export async function freePortBlock(): Promise<PortBlock> {
  const servers = await Promise.all(Array.from({ length: 6 }, listenAnywhere));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports as PortBlock;
}

function listenAnywhere(): Promise<net.Server> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}
