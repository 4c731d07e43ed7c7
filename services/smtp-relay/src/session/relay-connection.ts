import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js';
import { commandOf, type CountReply } from './count-replies';

/** Replies of the library that this relay words differently: where it answers what we promise something else for. */
const reworded: readonly {
  readonly code: number;
  readonly when: RegExp;
  readonly reply: [number, string];
}[] = [
  { code: 538, when: /STARTTLS/, reply: [530, '5.7.0 Must issue a STARTTLS command first'] },
  { code: 421, when: /^Timeout/, reply: [421, '4.4.2 Idle for too long'] },
  { code: 421, when: /shutting down/, reply: [421, '4.3.2 Shutting down, try again'] },
  { code: 421, when: /Too many connected/, reply: [421, '4.7.0 Too many connections'] },
];

const enhancedCode = /^[245]\.\d{1,3}\.\d{1,3} /;
const crOrNul = /[\r\0]/;
/** A stored password is not mistyped three times; a guesser has to connect again. */
const refusedLoginsMax = 3;

/** What a client may do between two messages before it is sent away: NOOP and RSET keep a connection from being idle. */
export interface CommandLimits {
  readonly commandsMax: number;
  readonly timeMs: number;
}

/**
 * smtp-server's connection with these differences: it greets at once (the library waits 100 ms on every connection,
 * which limits a client that opens one per message to ten a second); it offers AUTH only where it takes it; replies
 * carry one enhanced status code, the one given here if there is one; a client that has not logged in may be idle for less
 * time, and is sent away after three refused logins; one that sends no message is sent away, on listeners without login; a CR or NUL
 * within a command is an error.
 */
export class RelayConnection extends SMTPConnection {
  /** Milliseconds without a command after a login; before it they are the `socketTimeout` of the server. */
  userTimeout = 0;
  commandLimits: CommandLimits | undefined;
  countReply: CountReply | undefined;
  /** Called when its socket, with or without TLS, is closed. */
  onGone: (() => void) | undefined;
  private refusedLogins = 0;
  /** The last one, which the next reply answers. */
  private command = 'none';
  private readonly idling = { transaction: 0, sinceMs: performance.now(), commands: 0 };

  override init(): void {
    this._setListeners(() => {
      if (
        this._server.options.maxClients &&
        this._server.connections.size > this._server.options.maxClients
      ) {
        this.send(421, 'Too many connected clients', false);
        return;
      }
      this.connectionReady();
    });
  }

  override send(code: number, data?: string | string[], context?: string | false): void {
    if (typeof data !== 'string') {
      this.countReply?.(this.command, code);
      super.send(code, this.offered(data), context);
      return;
    }
    const change = code >= 400 ? reworded.find((row) => row.code === code && row.when.test(data)) : undefined;
    const [finalCode, text] = change?.reply ?? [code, data];
    this.countReply?.(this.command, finalCode);
    // Of the texts only those of `ReplyError` have lines; the library lets no line break of others through.
    if (code >= 400 && text.includes('\n')) super.send(finalCode, text.split('\n'), false);
    else super.send(finalCode, text, enhancedCode.test(text) ? false : context);
    if (code === 235) this._socket.setTimeout(this.userTimeout);
    if (isRefusedLogin(code, this.session.user) && this._isSupported('AUTH')) this.countRefusedLogin();
  }

  /** The library splits a command at blanks, and a CR is one to it: what came before would be taken. */
  override _onCommand(command: Buffer, callback?: () => void): void {
    const line = command.toString('latin1');
    // The lines of a login in several steps are no commands.
    if (!this._nextHandler) this.command = commandOf(line);
    if (this._ready && !this._upgrading && this.isOverLimits()) {
      this.send(421, '4.7.0 Too long without a message');
      return;
    }
    if (!this._ready || this._upgrading || !crOrNul.test(line)) {
      super._onCommand(command, callback);
      return;
    }
    this._nextHandler = false;
    if (/^RCPT\b/i.test(line)) this.send(501, '5.1.3 Bare CR or NUL in the address');
    else this.send(500, '5.5.2 Bare CR or NUL in the command');
    if (callback) setImmediate(callback);
  }

  override _onClose(): void {
    super._onClose();
    this.onGone?.();
  }

  override _armTimeout(socket = this._socket): void {
    super._armTimeout(socket);
    if (this.session.user) socket.setTimeout(this.userTimeout);
  }

  /** The library offers AUTH on clear connections too, where it then refuses it: a client would show its password. */
  private offered(lines: string[] | undefined): string[] | undefined {
    if (this.session.secure || this._server.options.allowInsecureAuth) return lines;
    return lines?.filter((line) => !line.startsWith('AUTH '));
  }

  private isOverLimits(): boolean {
    if (this.commandLimits === undefined) return false;
    const { idling } = this;
    if (idling.transaction !== this._transactionCounter) {
      Object.assign(idling, {
        transaction: this._transactionCounter,
        sinceMs: performance.now(),
        commands: 0,
      });
    }
    idling.commands += 1;
    const { commandsMax, timeMs } = this.commandLimits;
    return idling.commands > commandsMax || performance.now() - idling.sinceMs > timeMs;
  }

  private countRefusedLogin(): void {
    this.refusedLogins += 1;
    if (this.refusedLogins >= refusedLoginsMax) this.close();
  }

  /** True between transactions: nothing of a message has been received that still needs an answer. */
  get idle(): boolean {
    return !this._dataStream && this.session.envelope.rcptTo.length === 0;
  }
}

/** 535, also for a key that was revoked during a session, and 451 where failures of the client are counted already. */
function isRefusedLogin(code: number, user: unknown): boolean {
  return code === 535 || (code === 451 && !user);
}
