import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { ScriptedBehaviour, ScriptedMessage } from './scripted-behaviour';
import { ScriptedDialogue } from './scripted-dialogue';

export interface ScriptedServers {
  /** The same at all addresses: what a worker wants as its port of MX hosts. */
  readonly port: number;
  /** Complete messages that were not refused, in the order of their ends. */
  readonly messages: readonly ScriptedMessage[];
  /** Another mail server, at another loopback address (`127.x.y.z`). */
  listen(address: string, behaviour: ScriptedBehaviour): Promise<void>;
  /** From now on all of them do as they should; connections that hang are cut. */
  repair(): void;
  close(): Promise<void>;
}

/** Mail servers with scripted replies, written octet by octet, valid or not. */
export async function startScriptedServers(): Promise<ScriptedServers> {
  const messages: ScriptedMessage[] = [];
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  let repaired = false;

  const open = async (address: string, port: number, behaviour: ScriptedBehaviour): Promise<number> => {
    const server = createServer({ noDelay: true }, (socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
      new ScriptedDialogue(socket, {
        behaviour: () => (repaired ? {} : behaviour),
        onMessage: (message) => messages.push(message),
      });
    });
    servers.push(server);
    server.listen(port, address);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await open('127.0.0.1', 0, {});

  const cutAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    messages,
    listen: async (address, behaviour) => void (await open(address, port, behaviour)),
    repair: () => {
      repaired = true;
      cutAll();
    },
    close: async () => {
      cutAll();
      await Promise.all(servers.map((server) => new Promise((resolve) => void server.close(resolve))));
    },
  };
}
