import { connect, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { Conversation } from './conversation';
import { SmtpConnectionError } from './connection-error';
import { Deadline } from './deadline';
import { ReplyReader } from './reply-reader';
import type { RawReply } from './reply';

/** What came of a wait for a reply. */
export type Answer = RawReply | SmtpConnectionError;

export interface Endpoint {
  readonly address: string;
  readonly port: number;
  /** Null: the system's choice. */
  readonly localAddress: string | null;
}

/** Replies are short. A buffer of one's own costs a sixth less per message than one of 64 KB that Node.js makes for each read. */
const readOctets = 4_096;
/** A server that does not close after QUIT loses the connection all the same. */
const farewellMs = 2_000;
const closing = 421;

/**
 * One connection, as commands and their replies.
 *
 * Open until it fails (`failure`), or until the server says 421 at whatever time (`farewell`), which then is the answer to all
 * that is asked: it closes (RFC 5321 §3.8). Whatever fails, there is one failure, the socket is destroyed, and who waits learns it.
 */
export class SmtpConnection {
  readonly conversation = new Conversation();
  failure: SmtpConnectionError | null = null;
  private farewell: RawReply | null = null;
  private readonly replies: RawReply[] = [];
  /** Commands without a reply; and the greeting, which may arrive with the end of a handshake. */
  private outstanding = 1;
  private output = '';
  private waiting: ((answer: Answer) => void) | null = null;
  private draining: (() => void) | null = null;
  private readonly reader = new ReplyReader((reply) => this.takeReply(reply));
  private readonly deadline = new Deadline((timeoutMs) =>
    this.fail(`no answer within ${timeoutMs} ms`, 'ETIMEDOUT'),
  );
  private readonly handlers = {
    drain: () => this.wakeWriter(),
    end: () => this.fail('the server closed the connection', 'ECLOSED'),
    close: () => this.fail('the connection was closed', 'ECLOSED'),
  };
  private socket: Socket;
  /** What an error of the socket means now. */
  private ifLost = 'could not connect';

  constructor({ address, port, localAddress }: Endpoint) {
    const buffer = Buffer.alloc(readOctets);
    this.socket = connect({
      host: address,
      port,
      noDelay: true,
      ...(localAddress === null ? {} : { localAddress }),
      onread: {
        buffer,
        callback: (length) => {
          this.receive(buffer.toString('latin1', 0, length));
          return true;
        },
      },
    });
    this.listen(this.socket);
  }

  /** Null: it is open. */
  opened(timeoutMs: number): Promise<SmtpConnectionError | null> {
    return this.established('connect', timeoutMs);
  }

  get hasEnded(): boolean {
    return this.failure !== null || this.farewell !== null;
  }

  get localAddress(): string | null {
    return this.socket.localAddress ?? null;
  }

  get remoteAddress(): string | null {
    return this.socket.remoteAddress ?? null;
  }

  /** Adds a command to what the next `flush` writes. */
  say(command: string, shown = command): void {
    this.output += `${command}\r\n`;
    this.outstanding += 1;
    this.conversation.said(shown);
  }

  flush(): void {
    const { output } = this;
    this.output = '';
    if (!this.hasEnded) this.socket.write(output, encodingOf(output));
  }

  ask(command: string, timeoutMs: number): Promise<Answer> {
    this.say(command);
    this.flush();
    return this.reply(timeoutMs);
  }

  /** Of the oldest command that has none; the time is for the whole of it, so that a drip is no progress. */
  reply(timeoutMs: number): Promise<Answer> {
    const known = this.replies.shift() ?? this.farewell ?? this.failure;
    if (known) return Promise.resolve(known);
    this.deadline.set(timeoutMs);
    return new Promise((resolve) => {
      this.waiting = resolve;
    });
  }

  /** After the end of a message that DATA began. */
  expectReply(): void {
    this.outstanding += 1;
  }

  /** Writes what was said and the pieces by one system call. Answers whether the socket has room for more. */
  writePieces(pieces: readonly Buffer[]): boolean {
    const { output, socket } = this;
    this.output = '';
    if (this.hasEnded) return true;
    socket.cork();
    if (output !== '') socket.write(output, encodingOf(output));
    let hasRoom = true;
    for (const piece of pieces) hasRoom = socket.write(piece);
    socket.uncork();
    return hasRoom;
  }

  /** Until the socket has room, the server has replied, or the connection has ended. */
  drained(): Promise<void> {
    if (this.hasEnded || this.hasReply()) return Promise.resolve();
    return new Promise((resolve) => {
      this.draining = resolve;
    });
  }

  hasReply(): boolean {
    return this.replies.length > 0;
  }

  /** Ends what cannot go on; the first reason counts. */
  fail(message: string, code: string): SmtpConnectionError {
    if (this.failure) return this.failure;
    this.failure = new SmtpConnectionError(message, code);
    this.deadline.end();
    this.socket.destroy();
    this.wake(this.farewell ?? this.failure);
    return this.failure;
  }

  destroy(): void {
    this.fail('closed by us', 'ECLOSED');
  }

  quit(): void {
    const { socket } = this;
    if (this.failure) return;
    if (this.farewell) return this.destroy();
    this.failure = new SmtpConnectionError('closed by us', 'ECLOSED');
    this.deadline.end();
    socket.end('QUIT\r\n');
    const timer = setTimeout(() => socket.destroy(), farewellMs);
    socket.once('close', () => clearTimeout(timer));
  }

  /** Goes on over TLS. What the server sent in clear is not taken for its answer to what is asked later (RFC 3207 §6). */
  async upgrade(
    start: (socket: Socket) => TLSSocket,
    timeoutMs: number,
  ): Promise<TLSSocket | SmtpConnectionError> {
    if (this.failure) return this.failure;
    if (this.reader.isWithinReply() || this.hasReply()) {
      return this.fail('the server said more in clear after it agreed to TLS', 'EPROTOCOL');
    }
    const plain = this.socket;
    for (const [event, handler] of Object.entries(this.handlers)) plain.off(event, handler);
    const secured = start(plain);
    this.socket = secured;
    this.ifLost = 'the TLS handshake failed';
    this.listen(secured);
    secured.on('data', (chunk: Buffer) => this.receive(chunk.toString('latin1')));
    return (await this.established('secureConnect', timeoutMs)) ?? secured;
  }

  private async established(
    event: 'connect' | 'secureConnect',
    timeoutMs: number,
  ): Promise<SmtpConnectionError | null> {
    const timer = setTimeout(() => this.fail(`${this.ifLost} (no answer in time)`, 'ETIMEDOUT'), timeoutMs);
    await new Promise<unknown>((resolve) => {
      this.waiting = resolve;
      this.socket.once(event, resolve);
    });
    clearTimeout(timer);
    this.waiting = null;
    if (!this.failure) this.ifLost = 'connection lost';
    return this.failure;
  }

  private listen(socket: Socket): void {
    for (const [event, handler] of Object.entries(this.handlers)) socket.on(event, handler);
    // Stays, also below TLS: an error without a listener would end the process.
    socket.on('error', (error: NodeJS.ErrnoException) => this.fail(this.ifLost, error.code ?? 'ESOCKET'));
  }

  private receive(octets: string): void {
    if (this.failure) return;
    const problem = this.reader.read(octets);
    if (problem !== null) this.fail(problem, 'EPROTOCOL');
  }

  private takeReply(reply: RawReply): void {
    if (this.hasEnded) return;
    this.conversation.heard(reply.lines);
    if (reply.code === closing) this.farewell = reply;
    else if (this.outstanding === 0) return void this.fail('a reply to nothing', 'EPROTOCOL');
    else {
      this.outstanding -= 1;
      if (!this.waiting) this.replies.push(reply);
    }
    this.wake(reply);
  }

  private wake(answer: Answer): void {
    const { waiting } = this;
    this.waiting = null;
    this.deadline.clear();
    waiting?.(answer);
    this.wakeWriter();
  }

  private wakeWriter(): void {
    const { draining } = this;
    this.draining = null;
    draining?.();
  }
}

const ascii = /^[\0-\x7f]*$/;

/** The same octets, but Node.js writes those of latin1 with a third less work. */
function encodingOf(output: string): 'latin1' | 'utf8' {
  return ascii.test(output) ? 'latin1' : 'utf8';
}
