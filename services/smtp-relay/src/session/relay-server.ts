import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { SMTPServer, type SMTPServerConnectionInfo } from 'smtp-server';
import type { SMTPConnectionOptions } from 'smtp-server/lib/smtp-connection.js';
import { RelayConnection } from './relay-connection';

/** smtp-server with `RelayConnection`s and a drain that lets open transactions end. */
export class RelayServer extends SMTPServer {
  override connect(socket: Socket | TLSSocket, options?: SMTPConnectionOptions | null): void {
    const connection = new RelayConnection(this, socket, options ?? {});
    this.connections.add(connection);
    connection.on('error', (error: Error) => this._onError(error));
    connection.on('connect', (data: SMTPServerConnectionInfo) => this._onClientConnect(data));
    connection.init();
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
