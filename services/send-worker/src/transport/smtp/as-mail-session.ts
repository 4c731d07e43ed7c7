import type { ConnectResult, MailSession, RecipientOutcome, Transaction } from '@postrider/smtp-client';
import { connectSmtp, type ConnectOptions, type SmtpTarget } from './connect';
import type { SmtpSession } from './smtp-session';

/** The client of before behind the types of the new one: a transaction for each recipient, and no conversation. */
export async function connectMailSession(
  target: SmtpTarget,
  options: ConnectOptions,
): Promise<ConnectResult> {
  const result = await connectSmtp(target, options);
  if (result.kind === 'open') return { kind: 'open', session: asMailSession(result.session) };
  return result.kind === 'refused'
    ? { ...result, conversation: [] }
    : { ...result, tlsFailure: null, conversation: [] };
}

function asMailSession(session: SmtpSession): MailSession {
  return {
    peer: session.peer,
    localAddress: null,
    extensions: {
      ...{
        pipelining: false,
        chunking: false,
        binaryMime: false,
        requireTls: false,
        enhancedStatusCodes: false,
      },
      ...{ eightBitMime: session.takesEightBit, smtpUtf8: session.takesSmtpUtf8, sizeMax: null, auth: [] },
    },
    tls: session.encrypted ? { protocol: '', cipher: '', verified: 'none' } : null,
    used: () => session.used(),
    isReusable: () => session.isReusable(),
    send: async (transaction) => {
      const recipients: RecipientOutcome[] = [];
      for (const index of transaction.recipients.keys()) {
        recipients.push(await sendOne(session, transaction, index));
      }
      return { recipients, conversation: [] };
    },
    quit: () => session.quit(),
    destroy: () => session.destroy(),
  };
}

async function sendOne(
  session: SmtpSession,
  { from, recipients, message, encoding, smtpUtf8, beforeData }: Transaction,
  index: number,
): Promise<RecipientOutcome> {
  const octets = Buffer.concat(message);
  const envelope = { from, to: recipients[index] ?? '', eightBit: encoding !== '7bit', smtpUtf8 };
  const lacking = lackOf(session, envelope);
  if (lacking) return { kind: 'refused', command: lacking.command, reply: { code: 550, text: lacking.text } };
  const result = await session.send(
    { ...envelope, size: octets.length },
    { message: octets, beforeBody: () => beforeData([index]) },
  );
  if (result.kind !== 'broken') return result;
  return { kind: 'broken', endSent: result.dotSent, begun: result.bodyBegun, error: result.error };
}

function lackOf(session: SmtpSession, envelope: { readonly eightBit: boolean; readonly smtpUtf8: boolean }) {
  if (envelope.smtpUtf8 && !session.takesSmtpUtf8) {
    return { command: 'RCPT', text: `5.6.7 ${session.peer} does not offer SMTPUTF8` } as const;
  }
  if (envelope.eightBit && !session.takesEightBit) {
    return { command: 'MAIL', text: `5.6.1 ${session.peer} does not offer 8BITMIME` } as const;
  }
  return null;
}
