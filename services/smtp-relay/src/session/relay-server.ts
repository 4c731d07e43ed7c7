import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { clientNetwork, CountByKey, listenBacklog, listenFailure, type Networks } from '@postrider/runtime';
import { SMTPServer, type SMTPServerConnectionInfo, type SMTPServerOptions } from 'smtp-server';
import type { SMTPConnectionOptions } from 'smtp-server/lib/smtp-connection.js';
import type { CountReply } from './count-replies';
import { RelayConnection, type CommandLimits } from './relay-connection';

export interface RelayServerOptions extends SMTPServerOptions {
  readonly connectionsByClient: ConnectionsByClient;
  /** Addresses of balancers, whose connections begin with a PROXY header; null: none. */
  readonly proxies: Networks | null;
  /** Idle time of a connection that has logged in; `socketTimeout` is that of the others. */
  readonly userTimeout: number;
  readonly countReply: CountReply;
  /** With a client that sends no message; absent where clients log in. */
  readonly commandLimits?: CommandLimits;
}

/** Milliseconds that open transactions get to end at shutdown; the service's grace is longer. */
export const drainMs = 20_000;

/** smtp-server with `RelayConnection`s, a cap on connections of one client, and a drain that lets open transactions end. */
export class RelayServer extends SMTPServer {
  /** Ends the counting of a socket; may be called again. */
  private readonly leaving = new WeakMap<Socket, () => void>();
  private accepted = 0;

  constructor(private readonly relayOptions: RelayServerOptions) {
    super({ ...relayOptions, useProxy: relayOptions.proxies !== null });
  }

  override connect(socket: Socket | TLSSocket, options?: SMTPConnectionOptions | null): void {
    // Behind a proxy the client is known only now.
    if (this._expectsProxyHeader(socket) && !this.count(socket, options?.remoteAddress)) {
      return refuse(socket, false);
    }
    const connection = new RelayConnection(this, socket, options ?? {});
    connection.userTimeout = this.relayOptions.userTimeout;
    connection.commandLimits = this.relayOptions.commandLimits;
    connection.countReply = this.relayOptions.countReply;
    connection.onGone = this.leaving.get(socket);
    this.connections.add(connection);
    connection.on('error', (error: Error) => this._onError(error));
    connection.on('connect', (data: SMTPServerConnectionInfo) => this._onClientConnect(data));
    connection.init();
  }

  /** The first that is done with a socket, before its TLS handshake: connections that only wait there count as well. */
  override _acceptSocket(socket: Socket, handshake: boolean): (() => void) | false {
    if (!this._expectsProxyHeader(socket) && !this.count(socket)) {
      refuse(socket, handshake);
      return false;
    }
    return super._acceptSocket(socket, handshake);
  }

  /**
   * Without a header there is nothing to wait for: the library takes another turn of the event loop, and draws random bytes
   * for an id that is only logged, by it and not by us.
   */
  override _handleProxy(...[socket, callback]: Parameters<SMTPServer['_handleProxy']>): void {
    if (this._expectsProxyHeader(socket)) return super._handleProxy(socket, callback);
    this.accepted += 1;
    callback(null, { id: String(this.accepted) });
  }

  /** Its own way to name proxies has no networks. */
  override _expectsProxyHeader(socket: Socket): boolean {
    return this.relayOptions.proxies?.includes(socket.remoteAddress ?? '') ?? false;
  }

  /** @returns false when its client has as many connections as it may have */
  private count(socket: Socket, address = socket.remoteAddress ?? ''): boolean {
    const { connectionsByClient } = this.relayOptions;
    if (!connectionsByClient.enter(address)) return false;
    let isCounted = true;
    const leave = (): void => {
      if (isCounted) connectionsByClient.leave(address);
      isCounted = false;
    };
    this.leaving.set(socket, leave);
    // STARTTLS takes all listeners from the socket; then the connection tells.
    socket.once('close', leave);
    return true;
  }

  /** Stops listening, tells idle clients to go (421 4.3.2), and waits until the others have their answer. */
  drain(): Promise<void> {
    return new Promise((resolve) => {
      this.close(resolve);
      for (const connection of this.connections) {
        if (connection instanceof RelayConnection && connection.idle) connection.send(421, 'shutting down');
      }
    });
  }
}

/** Open connections of each client, over all listeners. */
export class ConnectionsByClient {
  private readonly counts = new CountByKey();

  constructor(private readonly perClientMax: number) {}

  /** Counts a connection, unless its client has as many as it may have. */
  enter(address: string): boolean {
    const client = clientNetwork(address);
    if (this.counts.of(client) >= this.perClientMax) return false;
    this.counts.add(client, 1);
    return true;
  }

  leave(address: string): void {
    this.counts.add(clientNetwork(address), -1);
  }
}

/** Nothing that a client could read can be said before its TLS handshake. */
function refuse(socket: Socket, handshake: boolean): void {
  socket.on('error', () => undefined);
  if (handshake) socket.destroy();
  else socket.end('421 4.7.0 Too many connections from your address\r\n', () => socket.destroy());
}

/** Listens and resolves with the port, which the system chose if 0 was asked for. */
export async function listen(
  server: RelayServer,
  { host, port, setting }: { readonly host: string; readonly port: number; readonly setting: string },
): Promise<number> {
  const start = promisify((done: (error: Error | null) => void) => {
    const settings = { host: 'SMTP_HOST', port: setting };
    server.server.once('error', (error) => done(listenFailure(error, { host, port, settings })));
    server.listen({ host, port, backlog: listenBacklog }, () => done(null));
  });
  await start();
  const address = server.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}
