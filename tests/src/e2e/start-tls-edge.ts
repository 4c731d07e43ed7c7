import net, { type AddressInfo, type Socket } from 'node:net';
import tls from 'node:tls';
import type { IssuedCertificate } from '@postrider/testkit';

/** TLS in front of an engine that speaks none. */
export interface TlsEdge {
  /** The engine's URL by way of the edge, at `localhost`. */
  readonly url: string;
  /** The server names (SNI) that clients asked for in completed handshakes. */
  readonly serverNames: readonly (string | false)[];
  close(): Promise<void>;
}

const secureSchemes: Readonly<Record<string, string>> = { 'amqp:': 'amqps:', 'redis:': 'rediss:' };
/** PostgreSQL's request for TLS, in the clear, which the server answers with `S`. */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

export async function startTlsEdge(engineUrl: string, certificate: IssuedCertificate): Promise<TlsEdge> {
  const engine = new URL(engineUrl);
  const isPostgres = engine.protocol.startsWith('postgres');
  const serverNames: (string | false)[] = [];
  const sockets = new Set<Socket>();
  const keep = <Kind extends Socket>(socket: Kind): Kind => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    return socket;
  };
  const secureServer = tls.createServer(certificate, (client) => {
    serverNames.push(client.servername ?? false);
    const upstream = keep(net.connect(Number(engine.port), engine.hostname));
    keep(client).pipe(upstream).pipe(client);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  // The client has refused the certificate.
  secureServer.on('tlsClientError', () => undefined);
  const server = net.createServer((client) => {
    keep(client);
    if (!isPostgres) {
      secureServer.emit('connection', client);
      return;
    }
    client.once('data', (first: Buffer) => {
      if (!first.equals(sslRequest)) {
        client.destroy();
        return;
      }
      client.pause();
      client.write('S');
      secureServer.emit('connection', client);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const url = new URL(engineUrl);
  url.hostname = 'localhost';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href.replace(url.protocol, secureSchemes[url.protocol] ?? url.protocol),
    serverNames,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
