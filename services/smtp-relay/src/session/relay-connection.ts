import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js';

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

/**
 * smtp-server's connection with three differences: it greets at once (the library waits 100 ms on every connection,
 * which limits a client that opens one per message to ten a second); it offers AUTH only where it takes it; and
 * replies carry one enhanced status code, the one given here if there is one.
 */
export class RelayConnection extends SMTPConnection {
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
      super.send(code, this.offered(data), context);
      return;
    }
    const change = reworded.find((row) => row.code === code && row.when.test(data));
    const [finalCode, text] = change?.reply ?? [code, data];
    super.send(finalCode, text, enhancedCode.test(text) ? false : context);
  }

  /** The library offers AUTH on clear connections too, where it then refuses it: a client would show its password. */
  private offered(lines: string[] | undefined): string[] | undefined {
    if (this.session.secure || this._server.options.allowInsecureAuth) return lines;
    return lines?.filter((line) => !line.startsWith('AUTH '));
  }

  /** True between transactions: nothing of a message has been received that still needs an answer. */
  get idle(): boolean {
    return !this._dataStream && this.session.envelope.rcptTo.length === 0;
  }
}
