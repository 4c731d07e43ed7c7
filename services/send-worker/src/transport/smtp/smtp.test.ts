import { readFileSync, mkdtempSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureTlsFiles, startSmtpSink, type SmtpSink } from '@postrider/testkit';
import { connectSmtp, type SmtpTarget } from './connect';
import type { SmtpSession } from './smtp-session';
import { defaultSmtpTimeouts } from './smtp-timeouts';
import type { Envelope } from './smtp-session';

const timeouts = {
  ...defaultSmtpTimeouts,
  connectMs: 1_000,
  greetingMs: 300,
  commandMs: 300,
  finalDotMs: 300,
};
let sink: SmtpSink;

beforeEach(async () => {
  sink = await startSmtpSink();
});
afterEach(() => sink.close());

const target = (overrides: Partial<SmtpTarget> = {}): SmtpTarget => ({
  host: 'mx.test',
  address: '127.0.0.1',
  port: sink.port,
  tls: { mode: 'opportunistic' },
  credentials: null,
  ...overrides,
});

async function open(overrides: Partial<SmtpTarget> = {}): Promise<SmtpSession> {
  const result = await connectSmtp(target(overrides), { name: 'client.test', timeouts });
  if (result.kind !== 'open') throw new Error(`${result.kind} at ${result.step}`);
  return result.session;
}

const message = Buffer.from('Subject: x\r\n\r\n.leading dot\r\n..two\r\nlast\r\n');
const envelope: Envelope = {
  from: 'b+1@bounce.test',
  to: 'a@x.test',
  eightBit: false,
  smtpUtf8: false,
  size: message.length,
};
const yes = () => Promise.resolve(true);
const send = (session: SmtpSession, beforeBody = yes, octets = message) =>
  session.send({ ...envelope, size: octets.length }, { message: octets, beforeBody });

describe('a transaction', () => {
  it('delivers the message byte for byte', async () => {
    const session = await open();
    await expect(send(session)).resolves.toMatchObject({ kind: 'accepted', reply: { code: 250 } });
    expect(sink.messages[0]).toMatchObject({ from: envelope.from, to: [envelope.to] });
    expect(String(sink.messages[0]?.raw)).toBe(String(message));
    session.quit();
  });

  const large = (end: string): string => `Subject: x\r\n\r\n${'of 1 MB.\r\n'.repeat(100_000)}${end}`;
  it.each([
    ...[
      'Subject: x\r\n\r\nno line begins with a dot.\r\n',
      'Subject: x\r\n\r\nno line break at the end',
      'Subject: x\r\n\r\n.\r\nMAIL FROM:<eve@x.test>\r\n',
      'Subject: x\r\n\r\na\n.\nMAIL FROM:<eve@x.test>\r\n',
      'Subject: x\r\n\r\na\r.\rMAIL FROM:<eve@x.test>\r\n',
    ].map((text) => [JSON.stringify(text), text] as const),
    ['of 1 MB', large('')],
    ['of 1 MB with a dot', large('.dot\r\n')],
    ['of 1 MB without an end', large('last')],
    ['of one long line and a dot', `Subject: x\r\n\r\n${'x'.repeat(600_000)}\r\n.dot\r\n`],
  ] as (readonly [string, string])[])(
    'ends where the message %s ends, and nowhere else',
    async (_what, text) => {
      const session = await open();
      const octets = Buffer.from(text);
      await expect(send(session, yes, octets)).resolves.toMatchObject({ kind: 'accepted' });
      await expect(send(session)).resolves.toMatchObject({ kind: 'accepted' });
      const lines = text
        .split(/\r\n|\r|\n/)
        .filter((line, index, all) => line !== '' || index < all.length - 1);
      expect(String(sink.messages[0]?.raw)).toBe(`${lines.join('\r\n')}\r\n`);
      expect(String(sink.messages[1]?.raw)).toBe(String(message));
      session.quit();
    },
  );

  it('asks for SMTPUTF8 when it is told to, once, and only then', async () => {
    const session = await open();
    for (const smtpUtf8 of [false, true, false]) {
      const options = { message, beforeBody: yes };
      await expect(session.send({ ...envelope, smtpUtf8 }, options)).resolves.toMatchObject({
        kind: 'accepted',
      });
    }
    await session.send({ ...envelope, to: 'ü@x.test', smtpUtf8: true }, { message, beforeBody: yes });
    expect(sink.messages.map(({ smtpUtf8 }) => smtpUtf8)).toEqual([false, true, false, true]);
    session.quit();
  });

  it('asks before the body, when the server has said 354, and sends nothing on no', async () => {
    const session = await open();
    await expect(send(session, () => Promise.resolve(false))).resolves.toEqual({ kind: 'withdrawn' });
    expect(session.isReusable()).toBe(false);
    expect(sink.messages).toHaveLength(0);
  });

  it('never asks when the server refuses the recipient, and can be followed by another', async () => {
    const session = await open();
    sink.behave({ kind: 'reject', at: 'rcpt', code: 550, text: '5.1.1 unknown' });
    const asked = jest.fn(yes);
    await expect(send(session, asked)).resolves.toEqual({
      kind: 'refused',
      command: 'RCPT',
      reply: { code: 550, text: '5.1.1 unknown' },
    });
    expect(asked).not.toHaveBeenCalled();
    sink.behave({ kind: 'accept' });
    await expect(send(session)).resolves.toMatchObject({ kind: 'accepted' });
    expect(session.used()).toBe(2);
    session.quit();
  });

  it('rejects with what the question met, and sends nothing', async () => {
    const session = await open();
    await expect(send(session, () => Promise.reject(new Error('no database')))).rejects.toThrow(
      'no database',
    );
    expect(sink.messages).toHaveLength(0);
  });

  it('that breaks before the final dot says so', async () => {
    const session = await open();
    sink.behave({ kind: 'drop', at: 'data' });
    await expect(send(session, yes, Buffer.alloc(9_000_000, 'x'))).resolves.toMatchObject({
      kind: 'broken',
      bodyBegun: true,
      dotSent: false,
    });
  });

  it.each(['drop', 'hang'] as const)('that meets a %s after the final dot says so', async (kind) => {
    const session = await open();
    sink.behave({ kind, at: 'end-of-data' });
    await expect(send(session)).resolves.toMatchObject({ kind: 'broken', dotSent: true });
    expect(session.isReusable()).toBe(false);
  });

  it('with a server that falls silent ends in time', async () => {
    const session = await open();
    sink.behave({ kind: 'hang', at: 'rcpt' });
    await expect(send(session)).resolves.toMatchObject({ kind: 'broken', bodyBegun: false, dotSent: false });
  });

  it('ends the session after a 421', async () => {
    const session = await open();
    sink.behave({ kind: 'reject', at: 'mail', code: 421, text: '4.3.2 shutting down' });
    await expect(send(session)).resolves.toMatchObject({ kind: 'refused', reply: { code: 421 } });
    expect(session.isReusable()).toBe(false);
  });
});

describe('a connection', () => {
  let tls: { key: string; cert: string };
  beforeAll(async () => {
    const files = await ensureTlsFiles(mkdtempSync(path.join(tmpdir(), 'postrider-tls-')));
    tls = { key: readFileSync(files.keyFile, 'utf8'), cert: readFileSync(files.certFile, 'utf8') };
  });

  it('is encrypted when the server offers it, whatever its certificate', async () => {
    await sink.close();
    sink = await startSmtpSink({ tls });
    const session = await open();
    expect(session.encrypted).toBe(true);
    await send(session);
    expect(sink.messages[0]?.secure).toBe(true);
    session.quit();
  });

  it('that must be encrypted is refused to a server without TLS or with a certificate nobody knows', async () => {
    const options = { name: 'client.test', timeouts };
    await expect(
      connectSmtp(
        target({ tls: { mode: 'required', certificate: { kind: 'pkix', names: ['localhost'] } } }),
        options,
      ),
    ).resolves.toMatchObject({
      kind: 'failed',
      step: 'TLS',
    });
    await sink.close();
    sink = await startSmtpSink({ tls });
    await expect(
      connectSmtp(
        target({ tls: { mode: 'required', certificate: { kind: 'pkix', names: ['localhost'] } } }),
        options,
      ),
    ).resolves.toMatchObject({
      kind: 'failed',
      step: 'TLS',
    });
  });

  it('sends no password in clear', async () => {
    const result = await connectSmtp(target({ credentials: { user: 'u', password: 'p' } }), {
      name: 'client.test',
      timeouts,
    });
    expect(result).toMatchObject({ kind: 'failed', step: 'TLS' });
  });

  it('to a server that says no tells its words', async () => {
    sink.behave({ kind: 'reject', at: 'connect', code: 421, text: '4.7.0 too many connections' });
    await expect(connectSmtp(target(), { name: 'client.test', timeouts })).resolves.toEqual({
      kind: 'refused',
      step: 'greeting',
      reply: { code: 421, text: '4.7.0 too many connections' },
    });
  });

  it('to a server that says nothing ends in time', async () => {
    const silent: Server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as AddressInfo;
    await expect(connectSmtp(target({ port }), { name: 'client.test', timeouts })).resolves.toMatchObject({
      kind: 'failed',
    });
    silent.close();
  });
});
