import type { Socket } from 'node:net';
import type { ScriptedBehaviour, ScriptedMessage, SmtpStep } from './scripted-behaviour';

interface Options {
  readonly behaviour: () => ScriptedBehaviour;
  readonly onMessage: (message: ScriptedMessage) => void;
}

const endOfMessage = Buffer.from('\r\n.\r\n');
const tailOctets = endOfMessage.length;
const addressOf = /<([^>]*)>/;

/** Lines as they were (RFC 5321 §4.5.2). @param octets with a line's end in front */
function withoutStuffing(octets: Buffer): Buffer {
  if (!octets.includes('\r\n.')) return octets.subarray(2);
  return Buffer.from(octets.toString('latin1').replaceAll('\r\n.', '\r\n'), 'latin1').subarray(2);
}

/** One connection's dialogue: commands one after the other, however many come at once. */
export class ScriptedDialogue {
  private input: Buffer = Buffer.alloc(0);
  private reading: 'commands' | 'message' | 'chunk' = 'commands';
  private chunkOctets = 0;
  private isLastChunk = false;
  private chunks: Buffer[] = [];
  private helo = '';
  private from: string | null = null;
  private to: string[] = [];
  private pipelined = false;
  private stopped = false;
  private working: Promise<void> | undefined;

  constructor(
    private readonly socket: Socket,
    private readonly options: Options,
  ) {
    socket.on('data', (octets: Buffer) => {
      this.input = this.input.length === 0 ? octets : Buffer.concat([this.input, octets]);
      this.work();
    });
    void this.answer('greeting', '220 scripted.test ESMTP');
  }

  private work(): void {
    this.working ??= this.readAll().finally(() => {
      this.working = undefined;
    });
  }

  private async readAll(): Promise<void> {
    for (let again = true; again && !this.stopped;) again = await this.readOne();
  }

  /** Answers whether there was enough to read. */
  private async readOne(): Promise<boolean> {
    if (this.reading === 'message') return this.readMessage();
    if (this.reading === 'chunk') return this.readChunk();
    const end = this.input.indexOf('\r\n');
    if (end < 0) return false;
    const line = this.take(end + 2)
      .toString()
      .trimEnd();
    if (this.input.length > 0) this.pipelined = true;
    await this.obey(line);
    return true;
  }

  private take(octets: number): Buffer {
    const taken = this.input.subarray(0, octets);
    this.input = this.input.subarray(octets);
    return taken;
  }

  private async obey(line: string): Promise<void> {
    const [command = ''] = line.split(' ', 1);
    switch (command.toUpperCase()) {
      case 'EHLO':
      case 'HELO':
        this.helo = line.slice(command.length + 1);
        await this.answer('EHLO', this.hello());
        return;
      case 'STARTTLS':
        await this.say('220 2.0.0 go ahead');
        this.stopped = true;
        return void this.socket.write('this is no TLS\r\n');
      case 'MAIL':
        this.forget();
        this.from = addressOf.exec(line)?.[1] ?? '';
        await this.answer('MAIL', '250 2.1.0 Ok');
        return;
      case 'RCPT':
        return this.recipient(addressOf.exec(line)?.[1] ?? '');
      case 'DATA':
        if (this.to.length === 0) return this.say('503 5.5.1 no recipients');
        if (!(await this.answer('DATA', '354 go ahead'))) return;
        this.reading = 'message';
        // So that a dot in the first line ends it too.
        this.chunks = [Buffer.from('\r\n')];
        return;
      case 'BDAT':
        this.chunkOctets = Number(line.split(' ')[1]);
        this.isLastChunk = /\bLAST$/i.test(line);
        this.reading = 'chunk';
        return;
      case 'RSET':
        this.forget();
        return this.say('250 2.0.0 Ok');
      case 'QUIT':
        await this.say('221 2.0.0 Bye');
        return void this.socket.end();
      default:
        return this.say('502 5.5.2 unknown command');
    }
  }

  private hello(): string {
    const { fault, without = [], chunking = false } = this.options.behaviour();
    const offered = ['PIPELINING', '8BITMIME', 'SMTPUTF8'].filter(
      (each) => !(without as string[]).includes(each),
    );
    if (chunking) offered.push('CHUNKING');
    if (fault?.kind === 'break TLS') offered.push('STARTTLS');
    return ['250-scripted.test', ...offered.map((each) => `250-${each}`), '250 ENHANCEDSTATUSCODES'].join(
      '\r\n',
    );
  }

  private async recipient(address: string): Promise<void> {
    const { fault } = this.options.behaviour();
    if (fault?.kind === 'recipients' && this.to.length >= fault.max) {
      return this.say('452 4.5.3 too many recipients');
    }
    if (await this.answer('RCPT', '250 2.1.5 Ok', address)) this.to.push(address);
  }

  private async readMessage(): Promise<boolean> {
    if (this.input.length > 0 && this.faultAt('message')) await this.answer('message', '');
    if (this.stopped) return false;
    // The end may begin in what came before; only that much of it is looked at again.
    const known = Buffer.concat(this.chunks.splice(-1));
    const rest = Buffer.concat([known, this.input]);
    const end = rest.indexOf(endOfMessage, Math.max(0, known.length - endOfMessage.length));
    this.input = end < 0 ? Buffer.alloc(0) : rest.subarray(end + endOfMessage.length);
    this.chunks.push(end < 0 ? rest.subarray(0, -tailOctets) : rest.subarray(0, end + 2));
    if (end < 0) {
      this.chunks.push(rest.subarray(-tailOctets));
      return false;
    }
    this.reading = 'commands';
    await this.finish(withoutStuffing(Buffer.concat(this.chunks)), { chunked: false });
    return true;
  }

  private async readChunk(): Promise<boolean> {
    if (this.faultAt('DATA')) {
      await this.answer('DATA', '');
      if (this.stopped) return false;
    }
    if (this.input.length < this.chunkOctets) return false;
    this.chunks.push(this.take(this.chunkOctets));
    this.reading = 'commands';
    if (!this.isLastChunk) await this.say('250 2.0.0 Ok');
    else await this.finish(Buffer.concat(this.chunks), { chunked: true });
    return true;
  }

  private async finish(raw: Buffer, { chunked }: { readonly chunked: boolean }): Promise<void> {
    const fault = this.faultAt('end');
    if (fault?.kind !== 'refuse') {
      this.options.onMessage({
        ...{ server: this.socket.localAddress ?? '', client: this.socket.remoteAddress ?? '' },
        ...{ helo: this.helo, from: this.from ?? '', to: [...this.to], raw, chunked },
        ...{ pipelined: this.pipelined, accepted: fault === undefined },
      });
    }
    this.forget();
    await this.answer('end', '250 2.0.0 taken');
  }

  private forget(): void {
    this.from = null;
    this.to = [];
    this.chunks = [];
  }

  /** Slowness and the like strike at no step of their own. */
  private faultAt(step: SmtpStep, recipient?: string) {
    const { fault, strikes } = this.options.behaviour();
    if (fault === undefined || !('at' in fault) || fault.at !== step) return undefined;
    return recipient === undefined || (strikes?.(recipient) ?? true) ? fault : undefined;
  }

  /** Answers, or does what goes wrong here; says whether all is well. */
  private async answer(step: SmtpStep, reply: string, recipient?: string): Promise<boolean> {
    const fault = this.faultAt(step, recipient);
    if (fault === undefined) {
      await this.say(reply);
      return true;
    }
    if (fault.kind === 'refuse') {
      await this.say(`${fault.code} ${fault.text}`);
      if (fault.code === 421) this.stop(() => this.socket.end());
    } else if (fault.kind === 'cut') this.stop(() => this.socket.destroy());
    else this.stop(() => this.socket.pause());
    return false;
  }

  private stop(how: () => void): void {
    this.stopped = true;
    how();
  }

  private async say(reply: string): Promise<void> {
    const { fault } = this.options.behaviour();
    if (fault?.kind === 'slow') {
      await new Promise((resolve) => void setTimeout(resolve, fault.delayMs).unref());
    }
    if (!this.socket.destroyed) this.socket.write(`${reply}\r\n`);
  }
}
