import { connect, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';

/** A client that sends exactly the bytes it is given, which no stock client would. */
export interface SmtpDialogue {
  /** Writes bytes as they are; answers the next complete reply (all its lines). */
  say(bytes: string, timeoutMs?: number): Promise<string>;
  write(bytes: string): void;
  nextReply(): Promise<string>;
  startTls(): Promise<SmtpDialogue>;
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<void>;
  end(): void;
  /** Sends what was written, and goes without reading. */
  finish(): void;
}

/** No promise of the service: on a busy machine, a reply may take seconds. */
const replyTimeoutMs = 50_000;

/** From a loopback address of the test's choice, which is the client's own. */
export async function openDialogue(port: number, localAddress = '127.0.0.1'): Promise<SmtpDialogue> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  await new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  return dialogueOn(socket);
}

function dialogueOn(socket: Socket | TLSSocket): SmtpDialogue {
  let received = '';
  let wake: () => void = () => undefined;
  const onData = (chunk: Buffer): void => {
    received += chunk.toString('latin1');
    wake();
  };
  socket.on('data', onData);
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));

  const takeReply = (): string | null => {
    const match = /^(?:\d{3}-[^\r\n]*\r\n)*\d{3}(?: [^\r\n]*)?\r\n/.exec(received);
    if (!match) return null;
    received = received.slice(match[0].length);
    return match[0].trimEnd();
  };
  const nextReply = (timeoutMs = replyTimeoutMs): Promise<string> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`no reply; have ${JSON.stringify(received)}`)),
        timeoutMs,
      );
      wake = () => {
        const reply = takeReply();
        if (reply === null) return;
        clearTimeout(timer);
        wake = () => undefined;
        resolve(reply);
      };
      wake();
    });

  return {
    say: (bytes, timeoutMs) => {
      const reply = nextReply(timeoutMs);
      socket.write(bytes, 'latin1');
      return reply;
    },
    write: (bytes) => void socket.write(bytes, 'latin1'),
    nextReply,
    startTls: async () => {
      socket.off('data', onData);
      const secure = connectTls({ socket, rejectUnauthorized: false });
      await new Promise((resolve, reject) => {
        secure.once('secureConnect', resolve);
        secure.once('error', reject);
      });
      return dialogueOn(secure);
    },
    closed,
    end: () => socket.destroy(),
    finish: () => socket.destroySoon(),
  };
}
