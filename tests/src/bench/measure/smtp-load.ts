import { messageIdLine } from '../mails';
import { withCpu } from './cpu-time';
import { quantile } from './median';
import { cpuMicrosOf, type Sample } from './sample';
import { openSmtpClient, type SmtpClient } from './smtp-client';

export interface SmtpTarget {
  readonly port: number;
  /** Whose CPU time counts, those below it included. */
  readonly pids: readonly (number | undefined)[];
  readonly login?: { readonly user: string; readonly password: string };
  readonly from: string;
  readonly to: string;
  /** Without its Message-ID, which each message gets of its own. */
  readonly message: Buffer;
  /** One message a connection, or as many as there is time for. */
  readonly connections: 'kept' | 'new';
}

const sessions = 20;
const secondsEach = 4;

/**
 * What Postfix's `smtp-source` does with 20 sessions, but with AUTH: one command after the other, no pipelining.
 *
 * @throws on any answer that is not the expected one
 */
export async function loadSmtp(target: SmtpTarget): Promise<Sample> {
  const begun = performance.now();
  const endMs = begun + secondsEach * 1_000;
  const latencies: number[] = [];
  const { cpu } = await withCpu(target.pids, () =>
    Promise.all(Array.from({ length: sessions }, () => session(target, endMs, latencies))),
  );
  const seconds = (performance.now() - begun) / 1_000;
  const units = latencies.length;
  return {
    units,
    perSecond: units / seconds,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    cpuMicros: cpuMicrosOf(cpu, units),
  };
}

/** So many messages over 20 kept connections. @throws on any answer that is not the expected one */
export async function sendMails(
  target: Omit<SmtpTarget, 'pids' | 'connections'>,
  count: number,
): Promise<void> {
  const kept = { ...target, pids: [], connections: 'kept' } as const;
  let left = count;
  const sendSome = async (): Promise<void> => {
    const client = await greet(kept);
    for (; left > 0;) {
      left -= 1;
      await sendOne(client, kept);
    }
    await client.quit();
  };
  await Promise.all(Array.from({ length: sessions }, () => sendSome()));
}

async function session(target: SmtpTarget, endMs: number, latencies: number[]): Promise<void> {
  if (target.connections === 'new') {
    while (performance.now() < endMs) {
      const begun = performance.now();
      const client = await greet(target);
      await sendOne(client, target);
      latencies.push(performance.now() - begun);
      await client.quit();
    }
    return;
  }
  const client = await greet(target);
  while (performance.now() < endMs) {
    const begun = performance.now();
    await sendOne(client, target);
    latencies.push(performance.now() - begun);
  }
  await client.quit();
}

async function greet({ port, login }: SmtpTarget): Promise<SmtpClient> {
  const client = await openSmtpClient(port);
  await client.command('EHLO bench.test\r\n', 250);
  if (login) {
    const plain = Buffer.from(`\0${login.user}\0${login.password}`).toString('base64');
    await client.command(`AUTH PLAIN ${plain}\r\n`, 235);
  }
  return client;
}

async function sendOne(client: SmtpClient, { from, to, message }: SmtpTarget): Promise<void> {
  await client.command(`MAIL FROM:<${from}>\r\n`, 250);
  await client.command(`RCPT TO:<${to}>\r\n`, 250);
  await client.command('DATA\r\n', 354);
  await client.command([messageIdLine(), message, '.\r\n'], 250);
}
