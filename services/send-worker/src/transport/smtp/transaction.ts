import type { Readable, Transform } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { askForSmtpUtf8 } from './ask-for-smtp-utf8';
import { readReply, type SmtpReply } from './reply';
import { endWithMessage } from './message-stream';
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
  | { readonly kind: 'accepted'; readonly reply: SmtpReply }
  | { readonly kind: 'refused'; readonly command: SmtpCommand; readonly reply: SmtpReply }
  | {
      readonly kind: 'broken';
      readonly dotSent: boolean;
      readonly bodyBegun: boolean;
      readonly error: SmtpConnectionError;
    }
  | { readonly kind: 'withdrawn' };

interface Progress {
  /** The server said 354: an attempt may have been recorded. */
  bodyBegun: boolean;
  dotSent: boolean;
}

/** One mail transaction (RFC 5321 §3.3). Rejects only with what `beforeBody` rejected with. */
export async function transact(connection: SMTPConnection, work: Work): Promise<TransactionResult> {
  const progress: Progress = { bodyBegun: false, dotSent: false };
  let gate: Promise<boolean> | undefined;
  const openGate = (): Promise<boolean> => (gate ??= work.data.beforeBody());
  const result = await exchange(connection, work, { progress, openGate });
  // A server may hang up while the gate opens: what it has written by then belongs to this result.
  await gate;
  return result;
}

interface Work {
  readonly envelope: Envelope;
  readonly data: OutgoingData;
  readonly timeouts: SmtpTimeouts;
}

interface Steps {
  readonly progress: Progress;
  readonly openGate: () => Promise<boolean>;
}

function exchange(
  connection: SMTPConnection,
  { envelope, data, timeouts }: Work,
  { progress, openGate }: Steps,
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
        openGate().then((go) => {
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
