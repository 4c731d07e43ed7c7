import type { EventReply } from '@postrider/contracts/outcomes';
import { classifySmtpReply, classifyTransportFailure, type DestinationReply } from '@postrider/mail';
import {
  failureText,
  hostOfPeer,
  replyLine,
  type ConnectResult,
  type ServerReply,
  type SmtpCommand,
} from '@postrider/smtp-client';
import { eventReplyOf } from '../outcomes/message-outcome';
import type { Suspended } from '../transport/budgets/suspended';
import { classifyUnreachable, unreachableText, type Unreachable } from '../transport/pool/connect-any';
import type { DeliveryOutcome } from '../transport/pool/delivery-session';
import type { Destination } from '../transport/pool/destination';
import type { Acquired } from '../transport/pool/site-queue';
import type { NoRoute } from '../transport/routing/mx-plan';
import type { Answer, DeliveryEnd, Failure } from './delivery-states';

/** `full: 452 4.2.2 Mailbox full` */
export function detailOf({ classification, text }: Failure): string {
  return classification.class === null ? text : `${classification.class}: ${text}`;
}

/** What is known of a transaction beside the outcome of each recipient. */
export interface TransactionFacts {
  readonly peer: string;
  /** The recipient's mailbox provider. */
  readonly provider: string | null;
  readonly isFinal: boolean;
  /** Ours, which a provider may have replaced. */
  readonly messageIdHeader: string;
  /** The connection had carried an earlier transaction. */
  readonly wasUsed: boolean;
  /** The message expired while the server answered MAIL and RCPT. */
  readonly isExpired: boolean;
}

/** What the outcomes of one transaction mean, in their order. */
export function endsOfTransaction(
  outcomes: readonly DeliveryOutcome[],
  facts: TransactionFacts,
): readonly DeliveryEnd[] {
  if (facts.wasUsed && outcomes.every(isUntouched)) {
    return outcomes.map(() => ({ state: 'connection_closed' }));
  }
  const someAccepted = outcomes.some(({ kind }) => kind === 'accepted');
  return outcomes.map((outcome) =>
    someAccepted && isTooManyRecipients(outcome)
      ? { state: 'too_many_recipients' }
      : endOfOutcome(outcome, facts),
  );
}

function endOfOutcome(outcome: DeliveryOutcome, facts: TransactionFacts): DeliveryEnd {
  switch (outcome.kind) {
    case 'accepted': {
      const { reply, assigned } = outcome;
      return {
        ...{ state: 'accepted', isFinal: facts.isFinal, ...answerOf(facts.peer, reply) },
        messageIdHeader: assigned ? assigned.messageIdHeader : facts.messageIdHeader,
        providerMessageId: assigned?.providerMessageId ?? null,
      };
    }
    case 'refused': {
      const { reply, command, isOurs } = outcome;
      const { peer, provider } = facts;
      const classification = classifySmtpReply({ ...reply, stage: stages[command], provider });
      const state = classification.outcome === 'bounced' ? 'refused' : 'refused_for_now';
      return { state, classification, ...answerOf(peer, reply), ...(isOurs && { reply: null }) };
    }
    case 'broken': {
      const { endSent, error } = outcome;
      if (endSent) return { state: 'unanswered', detail: `no answer after the final dot: ${error.message}` };
      const classification = classifyTransportFailure(
        error.code === 'ETIMEDOUT' ? 'timeout' : 'connection_lost',
      );
      const text = failureText(error);
      return { state: 'connection_lost', classification, text, replyCode: null, reply: null };
    }
    case 'withdrawn':
      return { state: facts.isExpired ? 'expired' : 'lease_lost' };
  }
}

function answerOf(peer: string, reply: ServerReply): Answer {
  return { text: replyLine(reply), replyCode: reply.code, reply: replyOfPeer(peer, reply) };
}

/** Of a try at a session's `peer`. Null where an API answered: it speaks to us, and about our account. */
function replyOfPeer(peer: string, reply: ServerReply): EventReply | null {
  const host = hostOfPeer(peer);
  return host === null ? null : eventReplyOf(host, reply);
}

/** The stage of the dialogue that a command belongs to. */
export const stages: Readonly<Record<SmtpCommand, NonNullable<DestinationReply['stage']>>> = {
  MAIL: 'mail',
  RCPT: 'rcpt',
  DATA: 'data',
  message: 'data',
};

function isUntouched(outcome: DeliveryOutcome): boolean {
  return outcome.kind === 'broken' && !outcome.begun && outcome.error.code !== 'ETIMEDOUT';
}

/** RFC 5321 §4.5.3.1.10 */
function isTooManyRecipients(outcome: DeliveryOutcome): boolean {
  if (outcome.kind !== 'refused' || outcome.command !== 'RCPT') return false;
  const { code, text } = outcome.reply;
  return (code === 452 || code === 552) && /^[45]\.5\.3\b|too many recipients/i.test(text);
}

/** Why there is no connection. */
export function endOfConnecting(
  acquired: Exclude<Acquired, { readonly kind: 'session' }>,
  destination: Pick<Destination, 'movesMail'>,
): DeliveryEnd {
  switch (acquired.kind) {
    case 'unreachable':
      return acquired.suspended
        ? endOfSuspended(acquired.suspended, destination)
        : { state: 'connection_refused', ...failureOfConnecting(acquired.failure) };
    case 'suspended':
      return endOfSuspended(acquired.suspended, destination);
    case 'busy': {
      const { failureClass, reason, retryInMs } = acquired;
      return { state: 'busy', failureClass, reason, retryInMs };
    }
    case 'closing':
      return { state: 'closing' };
  }
}

function endOfSuspended(suspended: Suspended, { movesMail }: Pick<Destination, 'movesMail'>): DeliveryEnd {
  return movesMail?.(suspended) ? { state: 'rerouted' } : { state: 'suspended', ...suspended };
}

function failureOfConnecting(failure: Unreachable): Failure {
  return {
    classification: classifyUnreachable(failure),
    text: unreachableText(failure),
    replyCode: failure.kind === 'refused' ? failure.reply.code : null,
    reply: replyOfGreeting(failure),
  };
}

/** Null of a login, too: what a server says of it is about our account. */
function replyOfGreeting(failure: Exclude<ConnectResult, { kind: 'open' }>): EventReply | null {
  if (failure.kind !== 'refused' || failure.step === 'AUTH') return null;
  return eventReplyOf(failure.host, failure.reply);
}

/** Why there is no server to ask. */
export function endOfRouting({ failure, detail }: NoRoute): DeliveryEnd {
  const classification = classifyTransportFailure(failure);
  return {
    state: classification.outcome === 'bounced' ? 'no_route' : 'no_route_for_now',
    ...{ classification, text: detail, replyCode: null, reply: null },
  };
}
