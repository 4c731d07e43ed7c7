import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { accept, type SinkBehaviour, type SinkScript } from './sink-behaviour';
import { createSinkDirector, type SinkDirector } from './sink-director';

export interface SinkMessage {
  readonly from: string;
  readonly to: readonly string[];
  /** The bytes between DATA and the final dot, dot-stuffing undone. */
  readonly raw: Buffer;
  readonly receivedAt: Date;
  /** Where it came from, and what the client called itself in EHLO. */
  readonly clientAddress: string;
  readonly clientName: string;
  /** Whether the sink answered 250; a message may also be complete without that. */
  readonly accepted: boolean;
  /** Whether the sink answered 4xx or 5xx. Neither accepted nor refused: it fell silent or cut the connection. */
  readonly refused: boolean;
  readonly secure: boolean;
  /** MAIL asked for SMTPUTF8 (RFC 6531). */
  readonly smtpUtf8: boolean;
}

export interface SmtpSinkOptions {
  behaviour?: SinkScript;
  /** 0, the default, takes a free one. */
  port?: number;
  host?: string;
  /** Does not offer SMTPUTF8, like a server that knows ASCII addresses only. */
  asciiOnly?: boolean;
  /** Does not offer 8BITMIME either. */
  sevenBitOnly?: boolean;
  /** Offers STARTTLS with this certificate. */
  tls?: { key: string; cert: string };
  /** The newest that stay in memory; default all. */
  messagesKept?: number;
  onMessage?: (message: SinkMessage) => void;
}

export interface SmtpSink {
  readonly host: string;
  readonly port: number;
  /** `smtp://host:port`, as a delivery route wants it. */
  readonly url: string;
  /** Complete messages in the order of their final dots, those without a 250 included. */
  readonly messages: readonly SinkMessage[];
  readonly openConnections: number;
  /** Takes effect from the next command on, also on open connections. */
  behave(script: SinkScript): void;
  clear(): void;
  /** Cuts every connection. */
  close(): Promise<void>;
}

/** An SMTP server with configurable answers that remembers what it got. */
export async function startSmtpSink(options: SmtpSinkOptions = {}): Promise<SmtpSink> {
  const host = options.host ?? '127.0.0.1';
  const messages: SinkMessage[] = [];
  const sockets = new Map<number, Socket>();
  const director = createSinkDirector(options.behaviour ?? accept, sockets);

  const remember = (message: SinkMessage) => {
    messages.push(message);
    if (messages.length > (options.messagesKept ?? Infinity)) messages.shift();
    options.onMessage?.(message);
  };
  const server = createServer(options, director, remember);
  server.server.on('connection', (socket: Socket) => {
    const port = socket.remotePort ?? 0;
    sockets.set(port, socket);
    socket.on('close', () => sockets.delete(port));
  });
  server.on('error', () => undefined);

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    host,
    port,
    url: `smtp://${host}:${port}`,
    messages,
    get openConnections() {
      return sockets.size;
    },
    behave: (script) => director.behave(script),
    clear: () => void messages.splice(0),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets.values()) socket.destroy();
        server.close(resolve);
      }),
  };
}

function createServer(
  options: SmtpSinkOptions,
  director: SinkDirector,
  remember: (message: SinkMessage) => void,
): SMTPServer {
  return new SMTPServer({
    logger: false,
    disableReverseLookup: true,
    authOptional: true,
    disabledCommands: options.tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    hideENHANCEDSTATUSCODES: true,
    hideSMTPUTF8: options.asciiOnly ?? options.sevenBitOnly ?? false,
    hide8BITMIME: options.sevenBitOnly ?? false,
    socketTimeout: 3_600_000,
    closeTimeout: 500,
    size: 50 * 1024 * 1024,
    ...options.tls,
    onConnect: (session, done) => director.perform(director.decide('connect', session), session, done),
    onMailFrom: (_address, session, done) =>
      director.perform(director.decide('mail', session), session, done),
    onRcptTo: ({ address }, session, done) =>
      director.perform(director.decide('rcpt', session, address), session, done),
    onData: (stream, session, done) => {
      const atOnce = director.decide('data', session);
      if (atOnce.kind === 'hang') return;
      const cut = () => director.perform(atOnce, session, done);
      if (atOnce.kind === 'drop') return void stream.once('data', cut);
      collect(stream, (raw) => {
        const behaviour = director.decide('end-of-data', session);
        remember(messageOf(session, raw, behaviour));
        director.perform(behaviour, session, (error) => done(error ?? null, '2.0.0 accepted by the sink'));
      });
    },
  });
}

function collect(stream: SMTPServerDataStream, ended: (raw: Buffer) => void): void {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => ended(Buffer.concat(chunks)));
}

function messageOf(session: SMTPServerSession, raw: Buffer, behaviour: SinkBehaviour): SinkMessage {
  const { mailFrom, rcptTo, smtpUtf8 } = session.envelope;
  return {
    from: mailFrom ? mailFrom.address : '',
    to: rcptTo.map(({ address }) => address),
    raw,
    receivedAt: new Date(),
    clientAddress: session.remoteAddress,
    clientName: session.hostNameAppearsAs,
    accepted: behaviour.kind === 'accept' || behaviour.kind === 'slow',
    refused: behaviour.kind === 'reject',
    secure: session.secure,
    smtpUtf8: smtpUtf8 ?? false,
  };
}
