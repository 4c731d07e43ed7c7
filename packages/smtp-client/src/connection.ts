import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { Conversation } from './conversation';
import { SmtpConnectionError } from './connection-error';
import { ReplyReader } from './reply-reader';
import type { RawReply } from './reply';

/** What came of a wait for a reply. */
export type Answer = RawReply | SmtpConnectionError;

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
  /** Commands without a reply. */
  private outstanding = 0;
  private output = '';
  private waiting: ((answer: Answer) => void) | null = null;
  private draining: (() => void) | null = null;
  private readonly reader = new ReplyReader((reply) => this.takeReply(reply));

  constructor(private socket: Socket) {
    this.listen(socket);
  }

  get hasEnded(): boolean {
    return this.failure !== null || this.farewell !== null;
  }

  get localAddress(): string | null {
    return this.socket.localAddress ?? null;
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
    if (!this.hasEnded) this.socket.write(output);
  }

  ask(command: string, timeoutMs: number): Promise<Answer> {
    this.say(command);
    this.flush();
    return this.reply(timeoutMs);
  }

  /** Of the oldest command that has none; the time is for the whole of it, so that a drip is no progress. */
  async reply(timeoutMs: number): Promise<Answer> {
    const known = this.replies.shift() ?? this.farewell ?? this.failure;
    if (known) return known;
    const timer = setTimeout(() => this.fail(`no answer within ${timeoutMs} ms`, 'ETIMEDOUT'), timeoutMs);
    try {
      return await new Promise((resolve) => {
        this.waiting = resolve;
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** The first that a server says, without being asked. */
  greeting(timeoutMs: number): Promise<Answer> {
    this.outstanding += 1;
    return this.reply(timeoutMs);
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
    if (output !== '') socket.write(output);
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
    plain
      .removeAllListeners('data')
      .removeAllListeners('end')
      .removeAllListeners('drain')
      .removeAllListeners('close');
    const secured = start(plain);
    this.socket = secured;
    this.listen(secured);
    const timer = setTimeout(() => this.fail('no TLS within its time', 'ETIMEDOUT'), timeoutMs);
    const failure = await new Promise<SmtpConnectionError | null>((resolve) => {
      this.waiting = (answer) => resolve(answer instanceof SmtpConnectionError ? answer : null);
      secured.once('secureConnect', () => resolve(null));
    });
    clearTimeout(timer);
    this.waiting = null;
    return failure ?? secured;
  }

  private listen(socket: Socket): void {
    socket.on('data', (chunk) => this.receive(chunk));
    socket.on('drain', () => this.wakeWriter());
    socket.on('end', () => this.fail('the server closed the connection', 'ECLOSED'));
    socket.on('close', () => this.fail('the connection was closed', 'ECLOSED'));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      this.fail('connection lost', error.code ?? 'ESOCKET'),
    );
  }

  private receive(chunk: Buffer): void {
    if (this.failure) return;
    const problem = this.reader.read(chunk);
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
    waiting?.(answer);
    this.wakeWriter();
  }

  private wakeWriter(): void {
    const { draining } = this;
    this.draining = null;
    draining?.();
  }
}
