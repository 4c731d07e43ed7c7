import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import type { TlsRequirement } from '@postrider/smtp-client';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { readReply, type ServerReply } from './reply';
import { SmtpConnectionError, toConnectionError, type ClientError } from './smtp-failure';
import { createSmtpSession, type SmtpSession } from './smtp-session';
import type { SmtpTimeouts } from './smtp-timeouts';

export interface Credentials {
  readonly user: string;
  readonly password: string;
}

export interface SmtpTarget {
  /** Name for TLS and for people. */
  readonly host: string;
  /** Where to connect; the host itself when the system's resolver shall find it. */
  readonly address: string;
  readonly port: number;
  readonly tls: TlsRequirement;
  readonly credentials: Credentials | null;
}

export type ConnectResult =
  | { readonly kind: 'open'; readonly session: SmtpSession }
  /** The server answered, but not with a welcome. */
  | { readonly kind: 'refused'; readonly step: 'greeting' | 'EHLO' | 'AUTH'; readonly reply: ServerReply }
  | { readonly kind: 'failed'; readonly step: 'connect' | 'TLS'; readonly error: SmtpConnectionError };

export interface ConnectOptions {
  /** Our name in EHLO. */
  readonly name: string;
  /** Address to connect from; the system's choice without. */
  readonly localAddress?: string;
  readonly timeouts: SmtpTimeouts;
}

/** Opens a connection, says hello and logs in where credentials are given. Never rejects. */
export async function connectSmtp(target: SmtpTarget, options: ConnectOptions): Promise<ConnectResult> {
  let socket: Socket;
  try {
    socket = await openSocket(target, options);
  } catch (error) {
    return failedConnect(error as ClientError, { isTls: false });
  }
  const connection = createConnection(socket, { target, options });
  const failure = await handshake(connection);
  if (failure) {
    const isTls = connection.upgrading === true || isTlsFailure(failure);
    connection.close();
    return failedConnect(failure, { isTls });
  }
  // Still the answer to EHLO: AUTH comes after.
  const hello = String(connection.lastServerResponse);
  const refusal = target.credentials ? await logIn(connection, target.tls.mode, target.credentials) : null;
  if (refusal) {
    connection.close();
    return refusal;
  }
  const peer = `${target.host} [${socket.remoteAddress ?? target.address}]:${target.port}`;
  const session = createSmtpSession({
    connection,
    takesSmtpUtf8: /^250[- ]SMTPUTF8\b/im.test(hello),
    takesEightBit: /^250[- ]8BITMIME\b/im.test(hello),
    peer,
    timeouts: options.timeouts,
  });
  return { kind: 'open', session };
}

/** Opened by us, since nodemailer has one time for connecting and for a greeting that may be held back on purpose. */
async function openSocket(
  { address, port }: SmtpTarget,
  { localAddress, timeouts }: ConnectOptions,
): Promise<Socket> {
  const socket = connect({ host: address, port, noDelay: true, ...(localAddress && { localAddress }) });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(timeouts.connectMs) });
    return socket;
  } catch (error) {
    socket.on('error', () => undefined).destroy();
    throw error;
  }
}

function createConnection(
  socket: Socket,
  { target, options: { name, timeouts } }: { target: SmtpTarget; options: ConnectOptions },
): SMTPConnection {
  return new SMTPConnection({
    connection: socket,
    host: target.host,
    port: target.port,
    name,
    secure: target.tls.mode === 'implicit',
    ignoreTLS: target.tls.mode === 'off',
    requireTLS: target.tls.mode === 'required',
    // RFC 6066 §3: an IP address is no server name.
    ...(isIP(target.host) === 0 ? { servername: target.host } : {}),
    tls: { rejectUnauthorized: 'certificate' in target.tls && target.tls.certificate.kind !== 'none' },
    // From the open socket to the last answer of the hello.
    connectionTimeout: timeouts.greetingMs + timeouts.commandMs,
    greetingTimeout: timeouts.greetingMs,
    // One value for the whole life of the connection, so it is the longest wait; shorter ones are ours.
    socketTimeout: timeouts.finalDotMs,
    // Closing means dropping: what is still buffered must not reach the server any more.
    socketCloseTimeout: 0,
    maxResponseSize: 65_536,
  });
}

function handshake(connection: SMTPConnection): Promise<ClientError | null> {
  return new Promise((resolve) => {
    // Stays for the connection's life: the loss of an idle connection is no news, and each send reports its own.
    connection.on('error', resolve);
    connection.connect((error) => resolve(error ?? null));
  });
}

function isTlsFailure({ code, command }: ClientError): boolean {
  return code === 'ETLS' || command === 'STARTTLS';
}

function failedConnect(error: ClientError, { isTls }: { isTls: boolean }): ConnectResult {
  if (error.response !== undefined && error.responseCode !== undefined && !isTls) {
    const step = error.command === 'CONN' ? 'greeting' : 'EHLO';
    return { kind: 'refused', step, reply: readReply(error.response) };
  }
  const message = isTls ? 'the TLS handshake failed' : 'could not connect';
  return { kind: 'failed', step: isTls ? 'TLS' : 'connect', error: toConnectionError(error, message) };
}

async function logIn(
  connection: SMTPConnection,
  tls: TlsRequirement['mode'],
  { user, password: pass }: Credentials,
): Promise<ConnectResult | null> {
  if (!connection.secure && tls !== 'off') {
    const error = new SmtpConnectionError('the server offers no TLS for our password', 'ENOTLS');
    return { kind: 'failed', step: 'TLS', error };
  }
  const failure = await new Promise<ClientError | null>((resolve) => {
    connection.once('error', resolve);
    connection.login({ user, pass }, resolve);
  });
  if (failure === null) return null;
  if (failure.response === undefined) {
    return { kind: 'failed', step: 'connect', error: toConnectionError(failure, 'the login failed') };
  }
  return { kind: 'refused', step: 'AUTH', reply: readReply(failure.response) };
}
