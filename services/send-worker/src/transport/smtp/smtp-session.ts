import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpTimeouts } from './smtp-timeouts';
import { transact, type Envelope, type OutgoingData, type TransactionResult } from './transaction';

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

export function createSmtpSession(given: {
  readonly connection: SMTPConnection;
  readonly takesSmtpUtf8: boolean;
  readonly takesEightBit: boolean;
  readonly peer: string;
  readonly timeouts: SmtpTimeouts;
}): SmtpSession {
  const { connection, takesSmtpUtf8, takesEightBit, peer, timeouts } = given;
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
