import {
  connectSmtp,
  defaultSmtpTimeouts,
  type ConnectOptions,
  type ConnectResult,
  type MailSession,
  type Transaction,
} from '../src';
import type { ScriptedServer } from './scripted-server';

/**
 * What comes of work with a server that gets stuck: all deadlines pass when it has, and none before, however busy the machine is.
 * @param begin connects, and works with the session
 */
export async function outlast<T>(server: ScriptedServer, begin: () => Promise<T>): Promise<T> {
  jest.useFakeTimers({ doNotFake: realTimers });
  try {
    let isOver = false;
    const work = begin().finally(() => (isOver = true));
    // Its end may also be an error of the test.
    await Promise.race([server.isStuck, work]);
    while (!isOver) {
      jest.advanceTimersByTime(defaultSmtpTimeouts.endMs);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return await work;
  } finally {
    jest.useRealTimers();
  }
}

/** Deadlines are of `setTimeout` and `performance`. */
const realTimers = [
  ...(['Date', 'hrtime', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval'] as const),
];

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
