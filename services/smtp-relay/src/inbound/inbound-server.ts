import assert from 'node:assert';
import { readInboundAddress, toAsciiDomain } from '@postrider/mail';
import {
  clientNetwork,
  type ByteBudget,
  type ByteReservation,
  type CounterVec,
  type Metrics,
  type Networks,
} from '@postrider/runtime';
import type { SMTPServerAddress, SMTPServerSession } from 'smtp-server';
import type { TlsPair } from '../read-tls-pair';
import { answer, declaredSize, hasOther } from '../session/command-handlers';
import { readMessage, usualPace } from '../session/read-message';
import { createReplyCounter } from '../session/count-replies';
import {
  drainMs,
  RelayServer,
  type ConnectionsByClient,
  type RelayServerOptions,
} from '../session/relay-server';
import { ReplyError, replies } from '../session/smtp-reply';
import { spooledAddress, type CheckRecipient } from './check-recipient';
import type { MinuteRates } from './minute-rates';
import type { ReceiveInbound } from './receive-inbound';

export interface InboundServerOptions {
  readonly name: string;
  readonly tls: TlsPair;
  readonly messageBytesMax: number;
  /** Shared by senders: one network cannot hold what all others need. */
  readonly senderMemory: ByteBudget;
  /** Shared by those who are written to: a flood to one organization leaves room for the others. */
  readonly ownerMemory: ByteBudget;
  readonly connectionsMax: number;
  readonly connectionsByClient: ConnectionsByClient;
  readonly proxies: Networks | null;
  readonly idleMs: number;
  readonly dataMs: number;
  /** Of client networks: mails and refused recipients. */
  readonly rates: MinuteRates;
  /** Of organizations: recipients at addresses of their domains, to which anybody writes. */
  readonly mailboxRates: MinuteRates;
  readonly checkRecipient: CheckRecipient;
  readonly receive: ReceiveInbound;
  readonly metrics: Metrics;
}

/** RFC 5321 section 4.5.3.1.8 asks for 100; reports have one. */
const recipientsMax = 100;
/** Further ones get 452, and after some the connection ends. */
const recipientsAskedMax = 1_000;
/** Unknown recipients on one connection before we treat the client as guessing. */
const refusedRecipientsMax = 20;
/** More than `recipientsAskedMax` with what belongs to it. */
const commandsMax = 1_500;
/** Of the extensions that EHLO names; RFC 5321 section 4.1.1.11 refuses others. */
const mailParameters: readonly string[] = ['SIZE', 'BODY', 'SMTPUTF8'];

/** What is remembered of a connection. */
interface Progress {
  refused: number;
  /** Of the transaction under way. */
  asked: number;
  ownerId: string;
}

/** The listener for other mail servers (RFC 5321): without login, and for addresses of ours alone. */
export function createInboundServer(options: InboundServerOptions): RelayServer {
  const server = new RelayServer(serverOptions(options));
  const progressOf = new WeakMap<SMTPServerSession, Progress>();
  const progress = (session: SMTPServerSession): Progress => {
    const known = progressOf.get(session) ?? { refused: 0, asked: 0, ownerId: '' };
    progressOf.set(session, known);
    return known;
  };
  const refusals = options.metrics.counter(
    'smtp_relay_inbound_refused_recipients',
    'Refused recipients of inbound email, by reason',
    { reason: ['unknown', 'forged', 'too_many', 'over_rate', 'unavailable'] },
  );
  server.onMailFrom = (address, session, callback) => {
    progress(session).asked = 0;
    callback(senderRefusal(options, address, session));
  };
  server.onRcptTo = (address, session, callback) =>
    answer(
      takeRecipient({ ...options, refusals }, { address, session, progress: progress(session) }),
      callback,
    );
  server.onData = (stream, session, callback) => {
    const { senderMemory, ownerMemory, messageBytesMax: bytesMax, dataMs: timeoutMs } = options;
    const room = together(
      senderMemory.open(session.remoteAddress),
      ownerMemory.open(progress(session).ownerId),
    );
    const received = readMessage(stream, { bytesMax, timeoutMs, pace: usualPace, room }).then((raw) =>
      options.receive({
        raw,
        mailFrom: session.envelope.mailFrom === false ? '' : senderOf(session.envelope.mailFrom.address),
        recipients: session.envelope.rcptTo.map(({ address }) => recipientOf(address)),
        clientAddress: session.remoteAddress,
        clientName: session.hostNameAppearsAs,
        protocol: session.transmissionType,
        tls: session.secure,
      }),
    );
    answer(
      received.then((id) => `2.0.0 queued as ${id}`).finally(() => room.release()),
      callback,
    );
  };
  return server;
}

function serverOptions(options: InboundServerOptions): RelayServerOptions {
  return {
    name: options.name,
    key: options.tls.key,
    cert: options.tls.cert,
    minVersion: 'TLSv1.2',
    authMethods: [],
    disabledCommands: ['AUTH', 'XCLIENT', 'XFORWARD', 'WIZ', 'SHELL', 'KILL'],
    size: options.messageBytesMax,
    hideENHANCEDSTATUSCODES: false,
    disableReverseLookup: true,
    maxClients: options.connectionsMax,
    connectionsByClient: options.connectionsByClient,
    proxies: options.proxies,
    socketTimeout: options.idleMs,
    userTimeout: options.idleMs,
    countReply: createReplyCounter(options.metrics, 'inbound'),
    commandLimits: { commandsMax, timeMs: 2 * options.idleMs },
    closeTimeout: drainMs,
    logger: false,
  };
}

function senderRefusal(
  { messageBytesMax, senderMemory, rates }: InboundServerOptions,
  address: SMTPServerAddress,
  { remoteAddress }: SMTPServerSession,
): ReplyError | null {
  if (hasOther(address, mailParameters)) return new ReplyError(replies.unsupportedParameter);
  if (declaredSize(address) > messageBytesMax) return new ReplyError(replies.tooLarge);
  if (!rates.take(clientNetwork(remoteAddress))) return new ReplyError(replies.overRate);
  return senderMemory.isCrowded(remoteAddress) ? new ReplyError(replies.noRoom) : null;
}

interface RecipientCall {
  readonly address: SMTPServerAddress;
  readonly session: SMTPServerSession;
  readonly progress: Progress;
}

/** @throws ReplyError for a recipient that is not accepted */
async function takeRecipient(
  {
    checkRecipient,
    rates,
    mailboxRates,
    refusals,
  }: InboundServerOptions & { readonly refusals: CounterVec<'reason'> },
  { address, session, progress }: RecipientCall,
): Promise<void> {
  if (hasOther(address, [])) throw new ReplyError(replies.unsupportedParameter);
  progress.asked += 1;
  if (progress.asked > recipientsAskedMax) throw new ReplyError(replies.tooManyRefused);
  if (session.envelope.rcptTo.length >= recipientsMax) {
    refusals.add(1, { reason: 'too_many' });
    throw new ReplyError(replies.tooManyRecipients);
  }
  const checked = await checkRecipient(address.address).catch((error: unknown) => {
    refusals.add(1, { reason: 'unavailable' });
    throw error;
  });
  if (checked.isOurs) {
    if (checked.isMailbox && !mailboxRates.take(checked.ownerId)) {
      refusals.add(1, { reason: 'over_rate' });
      throw new ReplyError(replies.mailboxOverRate);
    }
    if (session.envelope.rcptTo.length === 0) progress.ownerId = checked.ownerId;
    return;
  }
  refusals.add(1, { reason: checked.reason });
  progress.refused += 1;
  // Guesses count like messages, so that a guesser who connects again is soon met by the rate.
  const mayGoOn = rates.take(clientNetwork(session.remoteAddress)) && progress.refused < refusedRecipientsMax;
  throw new ReplyError(mayGoOn ? replies.unknownMailbox : replies.tooManyRefused);
}

function recipientOf(address: string): string {
  const read = readInboundAddress(address);
  assert(read !== null, 'a recipient that was accepted can be read');
  return spooledAddress(read);
}

/** As DNS has its domain: the library has made U-labels of it. */
function senderOf(address: string): string {
  const at = address.lastIndexOf('@');
  return address.slice(0, at + 1) + (toAsciiDomain(address.slice(at + 1)) ?? address.slice(at + 1));
}

/** Bytes that take room in both; a client is held back until there is room in each. */
function together(first: ByteReservation, second: ByteReservation): ByteReservation {
  return {
    take: (bytes) => {
      const waits = [first.take(bytes), second.take(bytes)].filter((wait) => wait !== undefined);
      return waits.length === 0 ? undefined : Promise.all(waits).then(() => undefined);
    },
    release: () => {
      first.release();
      second.release();
    },
  };
}
