import { brokenChunking, rememberBrokenChunking } from './broken-chunking';
import type { SmtpConnection } from './connection';
import type { ServerReply } from './reply';
import type {
  Extensions,
  MailSession,
  OpenedAt,
  RecipientAnswer,
  SmtpCommand,
  TlsState,
  Transaction,
} from './session';
import type { SmtpTimeouts } from './timeouts';
import { octetsOf, transact } from './transaction';

export interface OpenConnection {
  readonly connection: SmtpConnection;
  readonly extensions: Extensions;
  readonly tls: TlsState | null;
  readonly opened: OpenedAt;
  readonly peer: string;
  /** `192.0.2.1:25` */
  readonly host: string;
  readonly timeouts: SmtpTimeouts;
}

/** A connection that has said hello, and logged in where that was asked for. */
export function createSmtpSession(options: OpenConnection): MailSession {
  const { connection, extensions, tls, opened, peer, timeouts } = options;
  let used = 0;
  let isBusy = false;
  let needsReset = false;
  return {
    peer,
    localAddress: connection.localAddress,
    extensions,
    tls,
    opened,
    used: () => used,
    isReusable: () => !isBusy && !connection.hasEnded,
    send: async (transaction) => {
      used += 1;
      const refused = refusedHere(transaction, options);
      if (refused) {
        connection.conversation.note(`not asked: ${refused.reply.code} ${refused.reply.text}`);
        return {
          recipients: transaction.recipients.map(() => refused),
          conversation: connection.conversation.take(),
        };
      }
      isBusy = true;
      // Should `beforeData` reject.
      const hadEnvelope = needsReset;
      needsReset = true;
      try {
        const ended = await transact({
          connection,
          extensions,
          timeouts,
          transaction,
          needsReset: hadEnvelope,
        });
        needsReset = ended.needsReset;
        return { recipients: ended.outcomes, conversation: connection.conversation.take() };
      } finally {
        isBusy = false;
        if (connection.failure?.code === brokenChunking) rememberBrokenChunking(options.host);
        if (connection.hasEnded) connection.quit();
      }
    },
    quit: () => connection.quit(),
    destroy: () => connection.destroy(),
  };
}

type Refused = Extract<RecipientAnswer, { kind: 'refused' }>;

/** What the server would have to refuse, by what it offers, in the words that the RFCs have for it. */
function refusedHere(transaction: Transaction, { extensions, tls, peer }: OpenConnection): Refused | null {
  const { from, recipients, encoding, smtpUtf8 } = transaction;
  const { sizeMax } = extensions;
  const octets = octetsOf(transaction.message);
  if (isUnsafe(from)) return refused('MAIL', 501, '5.1.7 the return path is no address');
  if (recipients.some(isUnsafe)) return refused('RCPT', 501, '5.1.3 a recipient is no address');
  // RFC 8689 §4.2.1: a server that is proven to be who it says, and promises the same for the way that follows.
  if (transaction.requireTls && (tls === null || tls.verified === 'none')) {
    return refused('MAIL', 550, `5.7.10 ${peer} is not proven, and TLS is required all the way (RFC 8689)`);
  }
  if (transaction.requireTls && !extensions.requireTls) {
    return refused('MAIL', 550, `5.7.30 ${peer} does not offer REQUIRETLS (RFC 8689)`);
  }
  if (!extensions.smtpUtf8 && (smtpUtf8 || ![from, ...recipients].every(isAscii))) {
    return refused('MAIL', 550, `5.6.7 ${peer} does not take internationalized addresses (RFC 6531)`);
  }
  if (encoding === '8bit' && !extensions.eightBitMime) {
    return refused('MAIL', 550, `5.6.1 ${peer} does not take 8bit messages (RFC 6152)`);
  }
  if (encoding === 'binary' && !extensions.binaryMime) {
    return refused('MAIL', 550, `5.6.1 ${peer} does not take binary messages (RFC 3030)`);
  }
  if (sizeMax !== null && octets > sizeMax) {
    return refused(
      'MAIL',
      552,
      `5.3.4 the message has ${octets} octets, ${peer} takes ${sizeMax} (RFC 1870)`,
    );
  }
  return null;
}

function refused(command: SmtpCommand, code: number, text: string): Refused {
  const reply: ServerReply = { code, text };
  return { kind: 'refused', command, reply, isOurs: true };
}

const unsafe = /\p{Cc}|^[^"]*[<> ]/u;

/** What would end the address, or the command, before its end. Blanks and brackets stand within quotes (RFC 5321 §4.1.2). */
function isUnsafe(address: string): boolean {
  return unsafe.test(address);
}

const ascii = /^\p{ASCII}*$/u;

function isAscii(address: string): boolean {
  return ascii.test(address);
}
