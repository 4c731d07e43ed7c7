import { authenticate } from './authenticate';
import { withoutBrokenChunking } from './broken-chunking';
import { SmtpConnection, type Answer } from './connection';
import { SmtpConnectionError } from './connection-error';
import type { CertificateCheck, ConnectOptions, ConnectResult, TlsFailure } from './connect-options';
import { noExtensions, offersStartTls, readExtensions } from './extensions';
import { toReply, type RawReply } from './reply';
import type { Extensions, TlsState } from './session';
import { createSmtpSession } from './smtp-session';
import { encrypt } from './tls';

/** Opens a connection, says hello, encrypts and logs in as the options ask. Never rejects. */
export async function connectSmtp(options: ConnectOptions): Promise<ConnectResult> {
  const connection = new SmtpConnection(options);
  const unreached = await connection.opened(options.timeouts.connectMs);
  if (unreached) return { ...failed('connect', unreached), conversation: [] };
  const connectedMs = performance.now();
  const peer = `${options.host} [${connection.remoteAddress ?? options.address}]:${options.port}`;
  const result = await open(connection, options);
  const conversation = connection.conversation.take();
  if (isNotOpen(result)) {
    connection.quit();
    return result.kind === 'refused'
      ? { ...result, host: options.host, conversation }
      : { ...result, conversation };
  }
  const { timeouts } = options;
  const { extensions, tls, tlsMs } = result;
  const opened = { connectedMs, tlsMs };
  const session = createSmtpSession({
    ...{ connection, extensions, tls, opened, peer, host: hostOf(options), timeouts },
  });
  return { kind: 'open', session };
}

/** The host name in a session's `peer`; null: it is no peer of an SMTP session. */
export function hostOfPeer(peer: string): string | null {
  return /^(\S+) \[/.exec(peer)?.[1] ?? null;
}

function hostOf({ address, port }: ConnectOptions): string {
  return `${address}:${port}`;
}

type Refused = Omit<Extract<ConnectResult, { kind: 'refused' }>, 'conversation' | 'host'>;
type Failed = Omit<Extract<ConnectResult, { kind: 'failed' }>, 'conversation'>;
type NotOpen = Refused | Failed;

interface Ready {
  readonly extensions: Extensions;
  readonly tls: TlsState | null;
  /** When it was encrypted; null: it is not. */
  readonly tlsMs: number | null;
}

function failed(
  step: Failed['step'],
  error: SmtpConnectionError,
  tlsFailure: TlsFailure | null = null,
): Failed {
  return { kind: 'failed', step, error, tlsFailure };
}

function isNotOpen(result: object): result is NotOpen {
  return 'kind' in result;
}

async function open(connection: SmtpConnection, options: ConnectOptions): Promise<Ready | NotOpen> {
  const { tls: requirement, timeouts } = options;
  let tls: TlsState | null = null;
  let tlsMs: number | null = null;
  if (requirement.mode === 'implicit') {
    const result = await handshake(connection, options, requirement.certificate);
    if (isNotOpen(result)) return result;
    tls = result;
    tlsMs = performance.now();
  }
  const greeting = yes(connection, await connection.reply(timeouts.greetingMs), 'greeting');
  if (isNotOpen(greeting)) return greeting;
  let hello = await sayHello(connection, options);
  if (isNotOpen(hello)) return hello;
  if (requirement.mode === 'opportunistic' || requirement.mode === 'required') {
    const started = await startTls(connection, options, hello);
    if (started && isNotOpen(started)) return started;
    tls = started;
    if (tls) {
      tlsMs = performance.now();
      // What was said before TLS anybody may have said (RFC 3207 §4.2).
      hello = await sayHello(connection, options);
    }
    if (isNotOpen(hello)) return hello;
  }
  const { extensions } = hello;
  return (await logIn(connection, options, { extensions, tls })) ?? { extensions, tls, tlsMs };
}

interface Hello {
  readonly extensions: Extensions;
  readonly offersStartTls: boolean;
}

async function sayHello(connection: SmtpConnection, options: ConnectOptions): Promise<Hello | NotOpen> {
  const { name, timeouts } = options;
  const answer = await connection.ask(`EHLO ${name}`, timeouts.commandMs);
  if (!(answer instanceof SmtpConnectionError) && answer.code >= 500) {
    // RFC 5321 §3.2: a server from before 1995, without all that came since; or one that refuses us, and will again.
    const plain = yes(connection, await connection.ask(`HELO ${name}`, timeouts.commandMs), 'EHLO');
    return isNotOpen(plain) ? plain : { extensions: noExtensions, offersStartTls: false };
  }
  const reply = yes(connection, answer, 'EHLO');
  if (isNotOpen(reply)) return reply;
  const extensions = withoutBrokenChunking(readExtensions(reply), hostOf(options));
  return { extensions, offersStartTls: offersStartTls(reply) };
}

/** Null: in clear, which the options allow. */
async function startTls(
  connection: SmtpConnection,
  options: ConnectOptions,
  hello: Hello,
): Promise<TlsState | null | NotOpen> {
  const { tls: requirement, timeouts } = options;
  if (!hello.offersStartTls) {
    if (requirement.mode === 'opportunistic') return null;
    return withoutTls(connection, 'the server does not offer STARTTLS');
  }
  const answer = await connection.ask('STARTTLS', timeouts.commandMs);
  const reply = yes(connection, answer, 'STARTTLS');
  if (isNotOpen(reply)) {
    const goesOn = requirement.mode === 'opportunistic' && reply.kind === 'refused' && !connection.hasEnded;
    return goesOn ? null : reply;
  }
  return handshake(
    connection,
    options,
    requirement.mode === 'required' ? requirement.certificate : { kind: 'none' },
  );
}

async function handshake(
  connection: SmtpConnection,
  { host, tls, timeouts }: ConnectOptions,
  check: CertificateCheck,
): Promise<TlsState | NotOpen> {
  const timeoutMs = tls.mode === 'implicit' ? timeouts.connectMs : timeouts.commandMs;
  const result = await encrypt(connection, { host, check, timeoutMs });
  return result.kind === 'failed' ? failed('TLS', result.error, result.tlsFailure) : result.tls;
}

function withoutTls(connection: SmtpConnection, reason: string): Failed {
  connection.conversation.note(reason);
  return failed('TLS', new SmtpConnectionError(reason, 'ETLS'), 'starttls-not-supported');
}

/** Null: in, or no credentials to log in with. */
async function logIn(
  connection: SmtpConnection,
  { credentials, timeouts, tls: requirement }: ConnectOptions,
  { extensions, tls }: Omit<Ready, 'tlsMs'>,
): Promise<NotOpen | null> {
  if (credentials === null) return null;
  if (tls === null && requirement.mode !== 'off') {
    return withoutTls(connection, 'the server offers no TLS for our password');
  }
  const work = { connection, credentials, timeoutMs: timeouts.commandMs };
  const result = await authenticate(work, extensions.auth);
  if (result.kind === 'in') return null;
  return result.kind === 'refused' ? { ...result, step: 'AUTH' } : failed('AUTH', result.error);
}

function yes(
  connection: SmtpConnection,
  answer: Answer,
  step: 'greeting' | 'EHLO' | 'STARTTLS',
): RawReply | NotOpen {
  if (answer instanceof SmtpConnectionError) return failed(step === 'STARTTLS' ? 'TLS' : step, answer, null);
  if (answer.code < 300) return answer;
  if (answer.code >= 400) return { kind: 'refused', step, reply: toReply(answer) };
  const error = connection.fail(`${answer.code} is no answer to ${step}`, 'EPROTOCOL');
  return failed(step === 'STARTTLS' ? 'TLS' : step, error);
}
