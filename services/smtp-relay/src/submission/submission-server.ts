import { promisify } from 'node:util';
import type { SMTPServerAddress, SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import { sendLimits } from '@postrider/contracts';
import type { Authenticate, Login } from '../session/authenticate';
import { readMessage } from '../session/read-message';
import { RelayServer } from '../session/relay-server';
import { ReplyError, replies } from '../session/smtp-reply';
import type { ReceiveMessage } from './receive-message';

export interface ListenerOptions {
  readonly name: string;
  /** TLS from the first byte (RFC 8314), or STARTTLS. */
  readonly implicitTls: boolean;
  readonly tls: { readonly key: Buffer; readonly cert: Buffer };
  readonly insecureAuth: boolean;
  readonly messageBytesMax: number;
  readonly connectionsMax: number;
  readonly idleMs: number;
  readonly dataMs: number;
}

/** Milliseconds that open transactions get to end at shutdown; the service's grace is longer. */
const DRAIN_MS = 20_000;

/** A submission listener (RFC 6409): TLS and AUTH first, then one API call per message. */
export function createSubmissionServer(
  given: { readonly authenticate: Authenticate; readonly receive: ReceiveMessage },
  options: ListenerOptions,
): RelayServer {
  const server = new RelayServer(serverOptions(options));
  server.onAuth = (auth, session, callback) => {
    if (!options.insecureAuth || !isLoopback(session)) {
      // smtp-server refuses AUTH without TLS itself unless allowInsecureAuth is on, which is on for loopback only.
      if (!session.secure) return callback(new ReplyError(startTlsFirst));
    }
    answer(
      given.authenticate(auth.username ?? '', auth.password ?? '').then((user) => ({ user })),
      callback,
    );
  };
  server.onMailFrom = (address, session, callback) => {
    const size = declaredSize(address);
    callback(size > options.messageBytesMax ? new ReplyError(replies.tooLarge) : null);
  };
  server.onRcptTo = (_address, session, callback) => {
    const full = session.envelope.rcptTo.length >= sendLimits.recipientsMax;
    callback(full ? new ReplyError(replies.tooManyRecipients) : null);
  };
  server.onData = (stream, session, callback) => {
    const limits = { bytesMax: options.messageBytesMax, timeoutMs: options.dataMs };
    const received = readMessage(stream, limits).then((raw) =>
      given.receive({
        raw,
        login: session.user as Login,
        mailFrom: session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address,
        rcptTo: session.envelope.rcptTo.map((recipient) => recipient.address),
      }),
    );
    answer(
      received.then((id) => `2.0.0 queued as ${id}`),
      callback,
    );
  };
  return server;
}

const startTlsFirst = { code: 530, enhanced: '5.7.0', text: 'Must issue a STARTTLS command first' };

function serverOptions(options: ListenerOptions): SMTPServerOptions {
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
    socketTimeout: options.idleMs,
    closeTimeout: DRAIN_MS,
    logger: false,
  };
}

/** Resolves into smtp-server's callback; what is not a reply is a bug or an outage, and temporary for the client. */
function answer<Value>(work: Promise<Value>, callback: (error: Error | null, value?: Value) => void): void {
  work.then(
    (value) => callback(null, value),
    (error: unknown) => callback(error instanceof ReplyError ? error : new ReplyError(replies.temporary)),
  );
}

function isLoopback(session: SMTPServerSession): boolean {
  return /^(::ffff:)?127\.|^::1$/.test(session.remoteAddress);
}

function declaredSize(address: SMTPServerAddress): number {
  const size = address.args === false ? undefined : address.args['SIZE'];
  return typeof size === 'string' && /^\d{1,15}$/.test(size) ? Number(size) : 0;
}

/** Listens and resolves with the port, which the system chose if 0 was asked for. */
export async function listen(
  server: RelayServer,
  { host, port }: { host: string; port: number },
): Promise<number> {
  const start = promisify((done: (error: Error | null) => void) => {
    server.server.once('error', done);
    server.listen(port, host, () => done(null));
  });
  await start();
  const address = server.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}
