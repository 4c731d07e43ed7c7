import {
  connectSmtp,
  defaultSmtpTimeouts,
  type ConnectOptions,
  type ConnectResult,
  type MailSession,
  type Transaction,
} from '../src';

/** For servers that do not answer: a test waits for it. Others have the time that a busy machine takes. */
export const impatient = {
  ...defaultSmtpTimeouts,
  greetingMs: 400,
  commandMs: 400,
  bodyMs: 400,
  endMs: 400,
};

export function tryToConnect(port: number, overrides: Partial<ConnectOptions> = {}): Promise<ConnectResult> {
  return connectSmtp({
    host: 'mx.test',
    address: '127.0.0.1',
    port,
    localAddress: null,
    name: 'client.test',
    tls: { mode: 'opportunistic' },
    credentials: null,
    timeouts: defaultSmtpTimeouts,
    ...overrides,
  });
}

export async function connectTo(port: number, overrides: Partial<ConnectOptions> = {}): Promise<MailSession> {
  const result = await tryToConnect(port, overrides);
  if (result.kind !== 'open')
    throw new Error(`${result.kind} at ${result.step}: ${result.conversation.join(' | ')}`);
  return result.session;
}

export const message = Buffer.from('Subject: x\r\n\r\n.leading dot\r\n..two\r\nlast\r\n');

export function transaction(overrides: Partial<Transaction> = {}): Transaction {
  return {
    from: 'b+1@bounce.test',
    recipients: ['a@x.test'],
    message: [message],
    encoding: '7bit',
    smtpUtf8: false,
    requireTls: false,
    beforeData: () => Promise.resolve(true),
    ...overrides,
  };
}
