import { classifySmtpReply } from '@postrider/mail';
import { failureText } from '@postrider/smtp-client';
import { classifyUnreachable, unreachableText } from '../pool/connect-any';
import type { DeliveryResult, DeliverySession, OpenResult } from '../pool/delivery-session';
import type { Destination } from '../pool/destination';
import type { Sign } from './transport-health';

/** The destination; reports to `report` everything that it shows about its transport. */
export function watchedDestination(destination: Destination, report: (sign: Sign) => void): Destination {
  return {
    ...destination,
    open: async () => {
      const result = await destination.open();
      if (result.kind === 'open') return { kind: 'open', session: watchedSession(result.session, report) };
      report(signOfRefusal(result));
      return result;
    },
  };
}

function watchedSession(session: DeliverySession, report: (sign: Sign) => void): DeliverySession {
  return {
    peer: session.peer,
    localAddress: session.localAddress,
    ...(session.opened && { opened: session.opened }),
    extensions: session.extensions,
    tls: session.tls,
    used: () => session.used(),
    isReusable: () => session.isReusable(),
    quit: () => session.quit(),
    destroy: () => session.destroy(),
    send: async (transaction) => {
      const result = await session.send(transaction);
      report(signOfResult(result));
      return result;
    },
  };
}

function signOfRefusal(result: Exclude<OpenResult, { kind: 'open' }>): Sign {
  const { blocked } = classifyUnreachable(result);
  return { kind: 'failure', cause: blocked ? 'blocked' : 'outage', reason: unreachableText(result) };
}

/** 421 ends the service (RFC 5321 §3.8), 530, 535 and 538 refuse our login (RFC 4954), x.3.x is about the mail system (RFC 3463). */
const ofTheServer = [421, 530, 535, 538];
const mailSystem = /^[45]\.3\.[0-35]\b/;

/**
 * What a transaction shows. Words about a recipient or a message are no failure of the transport, and neither are those
 * about one sender: they must not move everybody's mail.
 */
export function signOfResult({ recipients, failure }: DeliveryResult): Sign {
  if (failure) return { kind: 'failure', ...failure };
  if (recipients.some(({ kind }) => kind === 'accepted')) return { kind: 'success' };
  for (const outcome of recipients) {
    if (outcome.kind === 'broken') {
      return { kind: 'failure', cause: 'outage', reason: failureText(outcome.error) };
    }
    if (outcome.kind !== 'refused') continue;
    const { code, text } = outcome.reply;
    const reason = `${code} ${text}`;
    if (ofTheServer.includes(code) || mailSystem.test(text))
      return { kind: 'failure', cause: 'outage', reason };
    // Before anybody was named, a block is of us.
    if (outcome.command === 'MAIL' && classifySmtpReply({ code, text, stage: 'mail' }).class === 'block') {
      return { kind: 'failure', cause: 'blocked', reason };
    }
  }
  return { kind: 'neutral' };
}
