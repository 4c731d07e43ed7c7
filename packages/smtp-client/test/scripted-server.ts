import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** Where a server can do something else than agree. */
export type Step =
  'greeting' | 'EHLO' | 'HELO' | 'STARTTLS' | 'AUTH' | 'RSET' | 'MAIL' | 'RCPT' | 'DATA' | 'message';

/**
 * - a text: its reply, lines separated by `\n`.
 * - silent: nothing more is said. - cut: the connection is closed. - reset: it is torn down.
 * - garbage: no reply. - drip: a reply that comes an octet at a time and never ends. - flood: one that does not end.
 * - eof: nothing more will be said, but it listens.
 */
export type Behaviour =
  { readonly say: string } | 'silent' | 'cut' | 'reset' | 'garbage' | 'drip' | 'flood' | 'eof';

export interface Script {
  /** Keywords of EHLO. */
  readonly extensions?: readonly string[];
  /** One for each time that the step is reached; the last for all that follow. */
  readonly at?: Partial<Record<Step, Behaviour | readonly Behaviour[]>>;
  readonly tls?: { readonly key: string; readonly cert: string };
  /** TLS from the first octet. */
  readonly isImplicit?: boolean;
  /** Said as soon as a message has begun to arrive (empty: nothing); no more of it is read. */
  readonly amidMessage?: string;
  /** What is said is written in pieces that end at these places. */
  readonly cuts?: readonly number[];
}

export interface ScriptedServer {
  readonly port: number;
  /** Lines that were said to it, without messages. */
  readonly commands: string[];
  /** As they came: with doubled dots and without the final one. */
  readonly messages: string[];
  /** How many commands came with each piece that was read: what was pipelined. */
  readonly reads: string[];
  /** Resolves when it has begun not to answer, or not to read. */
  readonly isStuck: Promise<void>;
  connections(): number;
  accepted(): number;
  close(): Promise<void>;
}

const agreed: Readonly<Record<Step, string>> = {
  greeting: '220 scripted.test ESMTP',
  EHLO: '250 scripted.test',
  HELO: '250 scripted.test',
  STARTTLS: '220 2.0.0 go',
  AUTH: '235 2.7.0 in',
  RSET: '250 2.0.0 forgotten',
  MAIL: '250 2.1.0 ok',
  RCPT: '250 2.1.5 ok',
  DATA: '354 go',
  message: '250 2.0.0 taken',
};

/** A server that answers as its script says, on a port of its own. */
export async function startScriptedServer(script: Script = {}): Promise<ScriptedServer> {
  const sockets = new Set<Socket>();
  const unread = new Set<Socket>();
  const heard = { commands: [] as string[], messages: [] as string[], reads: [] as string[] };
  const { promise: isStuck, resolve: onStuck } = Promise.withResolvers<void>();
  let accepted = 0;
  const server: Server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    // What it does not read hides from it that the connection has ended.
    socket.on('pause', () => {
      sockets.delete(socket);
      unread.add(socket);
    });
    new Dialogue(socket, script, { ...heard, onStuck }).begin();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    ...heard,
    isStuck,
    connections: () => sockets.size,
    accepted: () => accepted,
    close: () =>
      new Promise((resolve) => {
        for (const socket of [...sockets, ...unread]) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

class Dialogue {
  private input = '';
  /** Octets of a BDAT that are to come; -1: until the final dot; null: commands. */
  private awaited: number | null = null;
  private isSilent = false;
  private isEncrypted = false;
  private readonly times = new Map<Step, number>();

  constructor(
    private socket: Socket,
    private readonly script: Script,
    private readonly heard: Pick<ScriptedServer, 'commands' | 'messages' | 'reads'> & {
      readonly onStuck: () => void;
    },
  ) {}

  begin(): void {
    if (this.script.isImplicit) this.encrypt();
    else this.listen();
    this.perform('greeting');
  }

  private listen(): void {
    this.socket.on('data', (chunk: Buffer) => {
      this.heard.reads.push(chunk.toString('latin1'));
      this.input += chunk.toString('latin1');
      this.read();
    });
    // A client that half-closes wants no more answers.
    this.socket.on('end', () => this.socket.end());
  }

  private encrypt(): void {
    const { tls } = this.script;
    this.socket.removeAllListeners('data').removeAllListeners('end');
    const plain = this.socket;
    const end = (): void => void plain.destroy();
    this.socket = new TLSSocket(plain, { isServer: true, ...tls }).on('error', end).on('end', end);
    this.isEncrypted = true;
    this.listen();
  }

  private read(): void {
    while (!this.isSilent) {
      if (this.awaited === null) {
        const end = this.input.indexOf('\r\n');
        if (end < 0) return;
        const line = this.input.slice(0, end);
        this.input = this.input.slice(end + 2);
        this.heard.commands.push(line);
        this.obey(line);
      } else if (!this.takeMessage(this.awaited)) return;
    }
  }

  private takeMessage(awaited: number): boolean {
    if (this.script.amidMessage !== undefined && this.input !== '') {
      this.isSilent = true;
      this.heard.onStuck();
      this.socket.pause();
      if (this.script.amidMessage !== '') this.say(this.script.amidMessage);
      return false;
    }
    const dot = this.input.startsWith('.\r\n') ? -2 : this.input.indexOf('\r\n.\r\n');
    const end = awaited >= 0 ? awaited : dot === -1 ? -1 : dot + 2;
    if (end < 0 || this.input.length < end) return false;
    this.heard.messages.push(this.input.slice(0, end));
    this.input = this.input.slice(awaited >= 0 ? end : end + 3);
    this.awaited = null;
    this.perform('message');
    return true;
  }

  private obey(line: string): void {
    const [verb = ''] = line.toUpperCase().split(' ');
    if (verb === 'QUIT') return void this.socket.end('221 2.0.0 bye\r\n');
    if (verb === 'BDAT') {
      this.awaited = Number(line.split(' ')[1]);
      return;
    }
    const step = (verb in agreed ? verb : 'AUTH') as Step;
    const behaviour = this.perform(step);
    if (step === 'DATA' && behaviour.startsWith('354')) this.awaited = -1;
    if (step === 'STARTTLS' && behaviour.startsWith('220')) this.encrypt();
  }

  /** Answers what it said. */
  private perform(step: Step): string {
    const time = this.times.get(step) ?? 0;
    this.times.set(step, time + 1);
    const given = this.script.at?.[step];
    const list: readonly Behaviour[] =
      given === undefined ? [] : Array.isArray(given) ? given : [given as Behaviour];
    const behaviour = list[Math.min(time, list.length - 1)] ?? {
      say: step === 'EHLO' ? this.hello() : agreed[step],
    };
    if (typeof behaviour === 'object') {
      this.say(behaviour.say);
      return behaviour.say;
    }
    this.isSilent = true;
    this.heard.onStuck();
    this.misbehave(behaviour);
    return '';
  }

  private hello(): string {
    const { extensions = [], tls } = this.script;
    const offered = [...extensions, ...(tls && !this.isEncrypted ? ['STARTTLS'] : [])];
    const lines = ['scripted.test', ...offered];
    return lines.map((line, index) => `250${index === lines.length - 1 ? ' ' : '-'}${line}`).join('\n');
  }

  private misbehave(behaviour: Exclude<Behaviour, object>): void {
    const { socket } = this;
    switch (behaviour) {
      case 'silent':
        return;
      case 'cut':
        return void socket.destroy();
      case 'reset':
        return void socket.resetAndDestroy();
      case 'eof':
        return void socket.end();
      case 'garbage':
        return void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n');
      case 'drip': {
        socket.write('250-');
        const timer = setInterval(() => socket.write('x'), 10);
        socket.once('close', () => clearInterval(timer));
        return;
      }
      case 'flood': {
        const flood = (): void => {
          if (!socket.destroyed)
            socket.write(`250-${'x'.repeat(70)}\r\n`.repeat(100), () => setImmediate(flood));
        };
        flood();
      }
    }
  }

  private say(text: string): void {
    const octets = Buffer.from(`${text.replaceAll('\n', '\r\n')}\r\n`);
    let start = 0;
    for (const cut of [...(this.script.cuts ?? []), octets.length]) {
      const end = Math.min(cut, octets.length);
      if (end > start) this.socket.write(octets.subarray(start, end));
      start = Math.max(start, end);
    }
  }
}
