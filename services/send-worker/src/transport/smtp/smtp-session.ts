import type { Readable, Transform } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { endWithMessage } from './message-stream';
import { readReply, type ServerReply } from './reply';
import { SmtpConnectionError, toConnectionError, type ClientError } from './smtp-failure';
import type { SmtpTimeouts } from './smtp-timeouts';

export interface Envelope {
  /** Return path, without angle brackets. */
  readonly from: string;
  /** One recipient: each has a return path of its own. */
  readonly to: string;
  readonly eightBit: boolean;
  /** An address in envelope or header is internationalized; only for a server that takes such (RFC 6531). */
  readonly smtpUtf8: boolean;
  /** Octets of the message before dot-stuffing. */
  readonly size: number;
}

export interface OutgoingData {
  readonly message: Buffer;
  /**
   * Called after 354 and before the first byte of the body. When it answers false or rejects, the connection is
   * dropped instead: no byte of the message has left, and no final dot can.
   */
  readonly beforeBody: () => Promise<boolean>;
}

export type SmtpCommand = 'MAIL' | 'RCPT' | 'DATA' | 'message';

/**
 * How a transaction ended.
 * - accepted: 2xx after the final dot.
 * - refused: the server answered 4xx or 5xx; nothing was delivered.
 * - broken: the connection failed. `dotSent` tells whether the final dot may have left: if it has, nobody knows.
 * - withdrawn: `beforeBody` said no.
 */
export type TransactionResult =
  | { readonly kind: 'accepted'; readonly reply: ServerReply }
  | { readonly kind: 'refused'; readonly command: SmtpCommand; readonly reply: ServerReply }
  | {
      readonly kind: 'broken';
      readonly dotSent: boolean;
      readonly bodyBegun: boolean;
      readonly error: SmtpConnectionError;
    }
  | { readonly kind: 'withdrawn' };

/** An open SMTP connection that has said hello. One transaction at a time. */
export interface SmtpSession {
  /** The server takes internationalized addresses (RFC 6531). */
  readonly takesSmtpUtf8: boolean;
  /** The server takes messages with octets above 127 (RFC 6152). */
  readonly takesEightBit: boolean;
  /** `mx1.example.org [192.0.2.1]:25` */
  readonly peer: string;
  readonly encrypted: boolean;
  /** Transactions begun. */
  readonly used: () => number;
  /** Whether another transaction may begin on it. */
  readonly isReusable: () => boolean;
  /** Refusals and failures are results; rejects only with what `beforeBody` rejected with. */
  send(envelope: Envelope, data: OutgoingData): Promise<TransactionResult>;
  /** Says QUIT and closes; does not wait for the server's farewell. */
  quit(): void;
  destroy(): void;
}

export function createSmtpSession(options: {
  readonly connection: SMTPConnection;
  readonly takesSmtpUtf8: boolean;
  readonly takesEightBit: boolean;
  readonly peer: string;
  readonly timeouts: SmtpTimeouts;
}): SmtpSession {
  const { connection, takesSmtpUtf8, takesEightBit, peer, timeouts } = options;
  let used = 0;
  let busy = false;
  let ended = false;
  let needsReset = false;
  connection.once('end', () => {
    ended = true;
  });

  return {
    takesSmtpUtf8,
    takesEightBit,
    peer,
    encrypted: connection.secure,
    used: () => used,
    isReusable: () => !busy && !ended,
    send: async (envelope, data) => {
      busy = true;
      used += 1;
      try {
        if (needsReset) await reset(connection, timeouts.commandMs);
        const result = await transact(connection, { envelope, data, timeouts });
        // After an accepted message the server has forgotten the envelope by itself (RFC 5321 §4.1.1.4).
        needsReset = result.kind !== 'accepted';
        if (endsSession(result)) connection.close();
        return result;
      } finally {
        busy = false;
      }
    },
    quit: () => connection.quit(),
    destroy: () => connection.close(),
  };
}

/** A server that does not answer RSET in time loses the connection, and the transaction after it reports that. */
function reset(connection: SMTPConnection, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const giveUp = (): void => {
      connection.close();
      resolve();
    };
    const timer = setTimeout(giveUp, timeoutMs);
    connection.once('end', resolve);
    connection.reset((error) => {
      clearTimeout(timer);
      connection.removeListener('end', resolve);
      if (error) giveUp();
      else resolve();
    });
  });
}

/** 421 announces that the server closes (RFC 5321 §3.8). */
function endsSession(result: TransactionResult): boolean {
  return result.kind === 'broken' || (result.kind === 'refused' && result.reply.code === 421);
}

interface Progress {
  /** The server said 354: an attempt may have been recorded. */
  bodyBegun: boolean;
  dotSent: boolean;
}

/** One mail transaction (RFC 5321 §3.3). Rejects only with what `beforeBody` rejected with. */
async function transact(connection: SMTPConnection, work: Work): Promise<TransactionResult> {
  const progress: Progress = { bodyBegun: false, dotSent: false };
  let permission: Promise<boolean> | undefined;
  const askPermission = (): Promise<boolean> => (permission ??= work.data.beforeBody());
  const result = await runCommands(connection, work, { progress, askPermission });
  // A server may hang up while it is asked for: what has been written by then belongs to this result.
  await permission;
  return result;
}

interface Work {
  readonly envelope: Envelope;
  readonly data: OutgoingData;
  readonly timeouts: SmtpTimeouts;
}

interface Steps {
  readonly progress: Progress;
  readonly askPermission: () => Promise<boolean>;
}

function runCommands(
  connection: SMTPConnection,
  { envelope, data, timeouts }: Work,
  { progress, askPermission }: Steps,
): Promise<TransactionResult> {
  return new Promise((resolve) => {
    // The client's own timeout is the long one of the final dot; envelope and body must be through sooner.
    const breakIn = (timeoutMs: number): NodeJS.Timeout =>
      setTimeout(() => {
        connection.close();
        const error = new SmtpConnectionError(`no progress within ${timeoutMs} ms`, 'ETIMEDOUT');
        resolve({ kind: 'broken', ...progress, error });
      }, timeoutMs);
    let timer = breakIn(timeouts.commandMs);
    const withdraw = (): void => {
      connection.close();
      resolve({ kind: 'withdrawn' });
    };
    const body = {
      pipe: (stream: Transform) => {
        clearTimeout(timer);
        progress.bodyBegun = true;
        askPermission().then((go) => {
          if (!go) return withdraw();
          timer = breakIn(timeouts.bodyMs);
          // 'end': the last byte, final dot included, has been handed to the socket.
          stream.once('end', () => {
            clearTimeout(timer);
            progress.dotSent = true;
          });
          endWithMessage(stream, data.message);
        }, withdraw);
        return stream;
      },
    };
    const { from, to, size, eightBit, smtpUtf8 } = envelope;
    const forgetSmtpUtf8 = smtpUtf8 ? askForSmtpUtf8(connection) : undefined;
    // The client pipes what it is given once the server said 354; nothing else of a stream is used.
    connection.send({ from, to, size, use8BitMime: eightBit }, body as unknown as Readable, (error, info) => {
      clearTimeout(timer);
      forgetSmtpUtf8?.();
      if (error) resolve(failedTransaction(error, progress));
      else resolve({ kind: 'accepted', reply: readReply(info.response) });
    });
  });
}

function failedTransaction(error: ClientError, progress: Progress): TransactionResult {
  if (error.responseCode !== undefined && error.response !== undefined) {
    return { kind: 'refused', command: commandOf(error, progress), reply: readReply(error.response) };
  }
  // The server announced a SIZE in EHLO that this message exceeds: as good as its 552 (RFC 1870 §6.2).
  if (error.code === 'EMESSAGE') {
    return { kind: 'refused', command: 'MAIL', reply: { code: 552, text: `5.3.4 ${error.message}` } };
  }
  return { kind: 'broken', ...progress, error: toConnectionError(error, 'connection lost') };
}

function commandOf({ command }: ClientError, { bodyBegun }: Progress): SmtpCommand {
  if (bodyBegun) return 'message';
  if (command === 'MAIL FROM') return 'MAIL';
  return command === 'RCPT TO' ? 'RCPT' : 'DATA';
}

/** What is used of the client; not part of its public interface: a test fails when it is not called any more. */
interface CommandWriter {
  _sendCommand?: (line: string) => void;
}

/**
 * Makes the next MAIL command ask for SMTPUTF8. The client does so only for an envelope beyond ASCII, but the return
 * path is ours and always ASCII, and RFC 6531 §3.4 wants the parameter for header fields beyond ASCII too.
 *
 * @returns undoes it, for the next transaction of the connection
 */
function askForSmtpUtf8(connection: SMTPConnection): () => void {
  const writer = connection as unknown as CommandWriter;
  const send = writer._sendCommand?.bind(connection);
  writer._sendCommand = (line) =>
    send?.(line.startsWith('MAIL FROM:') && !/ SMTPUTF8\b/.test(line) ? `${line} SMTPUTF8` : line);
  return () => delete writer._sendCommand;
}
