import type { SMTPServerAddress, SMTPServerAuthentication, SMTPServerSession } from 'smtp-server';
import { sendLimits } from '@postrider/contracts/emails';
import {
  createTtlCache,
  type ByteBudget,
  type Logger,
  type Metrics,
  type Networks,
  type TtlCache,
} from '@postrider/runtime';
import type { TlsPair } from '../read-tls-pair';
import type { Authenticate, Login } from '../session/authenticate';
import { answer, declaredSize, hasOther } from '../session/command-handlers';
import { createReplyCounter } from '../session/count-replies';
import { readMessage, usualPace } from '../session/read-message';
import {
  drainMs,
  RelayServer,
  type ConnectionsByClient,
  type RelayServerOptions,
} from '../session/relay-server';
import { ReplyError, replies, type Reply } from '../session/smtp-reply';
import { queuedAs, type ReceiveMessage } from './receive-message';

export interface ListenerOptions {
  readonly name: string;
  /** TLS from the first byte (RFC 8314), or STARTTLS. */
  readonly implicitTls: boolean;
  readonly tls: TlsPair;
  readonly insecureAuth: boolean;
  readonly messageBytesMax: number;
  /** Bytes of messages that are received, read or posted. */
  readonly messageMemory: ByteBudget;
  readonly connectionsMax: number;
  readonly connectionsByClient: ConnectionsByClient;
  readonly proxies: Networks | null;
  readonly idleMs: number;
  /** Of connections that have not logged in. */
  readonly loginIdleMs: number;
  readonly dataMs: number;
  readonly metrics: Metrics;
}

interface SubmissionServerOptions extends ListenerOptions {
  readonly authenticate: Authenticate;
  readonly receive: ReceiveMessage;
  readonly log: Logger;
}

/** A submission listener (RFC 6409): TLS and AUTH first, then one API call per message. */
export function createSubmissionServer(options: SubmissionServerOptions): RelayServer {
  const server = new RelayServer(serverOptions(options));
  // A client that connects for each mail would fill the log with it.
  const warned = createTtlCache<string, true>({ entriesMax: 1_000, ttlMs: 3_600_000 });
  server.onAuth = (auth, session, callback) => {
    if (!options.insecureAuth || !isLoopback(session)) {
      // smtp-server refuses AUTH without TLS itself unless allowInsecureAuth is on, which is on for loopback only.
      if (!session.secure) return callback(new ReplyError(startTlsFirst));
    }
    answer(logIn({ ...options, warned }, auth, session), callback);
  };
  server.onMailFrom = (address, session, callback) => {
    if (hasOther(address, mailParameters)) return callback(new ReplyError(replies.unsupportedParameter));
    const size = declaredSize(address);
    if (size > options.messageBytesMax) return callback(new ReplyError(replies.tooLarge));
    const { organizationId } = session.user as Login;
    callback(options.messageMemory.isCrowded(organizationId) ? new ReplyError(replies.noRoom) : null);
  };
  server.onRcptTo = (address, session, callback) => {
    const refusal = recipientRefusal(address);
    if (refusal) return callback(new ReplyError(refusal));
    const full = session.envelope.rcptTo.length >= sendLimits.recipientsMax;
    callback(full ? new ReplyError(replies.tooManyRecipients) : null);
  };
  server.onData = (stream, session, callback) => {
    const login = session.user as Login;
    const room = options.messageMemory.open(login.organizationId);
    const { messageBytesMax: bytesMax, dataMs: timeoutMs } = options;
    const received = readMessage(stream, { bytesMax, timeoutMs, pace: usualPace, room }).then((raw) =>
      options.receive({
        raw,
        login,
        clientAddress: session.remoteAddress,
        mailFrom: session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address,
        rcptTo: session.envelope.rcptTo.map((recipient) => recipient.address),
      }),
    );
    answer(
      received.then(queuedAs).finally(() => room.release()),
      callback,
    );
  };
  return server;
}

/** Of the extensions that EHLO names; RFC 5321 section 4.1.1.11 refuses others. AUTH is ignored (RFC 4954 section 5). */
const mailParameters: readonly string[] = ['SIZE', 'BODY', 'SMTPUTF8', 'AUTH'];

/** Only what no destination takes or means this relay; the API decides about everything else. */
function recipientRefusal(recipient: SMTPServerAddress): Reply | null {
  if (hasOther(recipient, [])) return replies.unsupportedParameter;
  if (!recipient.address.includes('@')) return replies.localMailbox;
  return recipient.address.includes('@[') ? replies.addressLiteral : null;
}

interface LoginOptions {
  readonly authenticate: Authenticate;
  readonly log: Logger;
  /** Keys that came without TLS in the last hour. */
  readonly warned: TtlCache<string, true>;
}

async function logIn(
  { authenticate, log, warned }: LoginOptions,
  auth: SMTPServerAuthentication,
  { remoteAddress, secure }: SMTPServerSession,
): Promise<{ user: Login }> {
  const [username, password] = [auth.username ?? '', auth.password ?? ''];
  const user = await authenticate({ username, password, clientAddress: remoteAddress }).catch(
    (error: unknown) => {
      // By this line fail2ban finds guessers (docs/smtp.md): its form is a promise. What they type may be a key.
      if (error instanceof ReplyError && error.responseCode === replies.badCredentials.code)
        log.warn(
          { client_address: remoteAddress, reply: String(error.responseCode) },
          'authentication failed',
        );
      throw error;
    },
  );
  if (!secure && warned.get(user.keyId) === undefined) {
    warned.set(user.keyId, true);
    log.warn({ key_id: user.keyId }, 'a client on loopback has sent its key without TLS: use STARTTLS');
  }
  return { user };
}

const startTlsFirst = { code: 530, enhanced: '5.7.0', text: 'Must issue a STARTTLS command first' };

function serverOptions(options: ListenerOptions): RelayServerOptions {
  return {
    name: options.name,
    secure: options.implicitTls,
    key: options.tls.key,
    cert: options.tls.cert,
    minVersion: 'TLSv1.2',
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: options.insecureAuth,
    authRequiredMessage: '5.7.0 Authentication required',
    size: options.messageBytesMax,
    hideENHANCEDSTATUSCODES: false,
    hidePIPELINING: false,
    hide8BITMIME: false,
    hideSMTPUTF8: false,
    disableReverseLookup: true,
    maxClients: options.connectionsMax,
    connectionsByClient: options.connectionsByClient,
    proxies: options.proxies,
    socketTimeout: options.loginIdleMs,
    userTimeout: options.idleMs,
    countReply: createReplyCounter(options.metrics, 'submission'),
    closeTimeout: drainMs,
    logger: false,
  };
}

function isLoopback(session: SMTPServerSession): boolean {
  return /^(::ffff:)?127\.|^::1$/.test(session.remoteAddress);
}
