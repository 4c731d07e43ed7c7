import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  eventually,
  freePort,
  missingProgram,
  startPostfix,
  startSmtpSink,
  type Postfix,
  type SmtpSink,
} from '@postrider/testkit';
import { makeAuthority, makeCertificate } from '../test/certificates';
import { connectTo, transaction, tryToConnect } from '../test/connect-to';
import type { MailSession } from './index';

const withDots = Buffer.from('From: a@x.test\r\nSubject: x\r\n\r\n.dot\r\n..two\r\n.\r\nlast\r\n');

const noPostfix = postfixMissing();
if (noPostfix !== null) it.skip(`Postfix: ${noPostfix}`, () => undefined);

(noPostfix === null ? describe : describe.skip)('Postfix', () => {
  let relay: SmtpSink;
  let postfix: Postfix;
  let folder: string;
  let session: MailSession;
  beforeAll(async () => {
    relay = await startSmtpSink();
    const authority = await makeAuthority();
    const tls = await makeCertificate(authority, ['mx.test']);
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postrider-tls-'));
    const chain = path.join(folder, 'server.pem');
    fs.writeFileSync(chain, `${tls.key}\n${tls.cert}`, { mode: 0o600 });
    const port = await freePort();
    postfix = await startPostfix({ port, settings: relaying({ relayPort: relay.port, chain }) });
    const certificate = { kind: 'pkix', names: ['mx.test'], ca: authority.cert } as const;
    session = await connectTo(port, { tls: { mode: 'required', certificate } });
  });
  afterAll(async () => {
    session.quit();
    postfix.stop();
    fs.rmSync(folder, { recursive: true });
    await relay.close();
  });
  beforeEach(() => relay.clear());

  it('offers pipelining and BDAT over TLS, and takes messages as they are', async () => {
    expect(session.extensions).toMatchObject({ pipelining: true, chunking: true, smtpUtf8: true });
    expect(session.tls).toMatchObject({ verified: 'pkix' });
    for (const message of [withDots, Buffer.concat([withDots, Buffer.from('line\r\n'.repeat(60_000))])]) {
      const { recipients } = await session.send(transaction({ message: [message] }));
      expect(recipients).toMatchObject([{ kind: 'accepted' }]);
    }
    await eventually(() => relay.messages.length === 2);
    const bodies = relay.messages.map(({ raw }) => String(raw)).sort((a, b) => a.length - b.length);
    expect(bodies[0]).toMatch(/\r\n\r\n\.dot\r\n\.\.two\r\n\.\r\nlast\r\n$/);
    expect(bodies[1]?.length).toBeGreaterThan(360_000);
  });

  it('takes one recipient and not the other, and none at all, on one connection', async () => {
    const both = ['a@x.test', 'refused@x.test'];
    const some = await session.send(transaction({ message: [withDots], recipients: both }));
    expect(some.recipients).toMatchObject([{ kind: 'accepted' }, { kind: 'refused', command: 'RCPT' }]);
    const none = await session.send(transaction({ recipients: ['refused@x.test'] }));
    expect(none.recipients).toMatchObject([{ kind: 'refused', reply: { code: 554 } }]);
    const next = await session.send(transaction({ message: [withDots] }));
    expect(next.recipients).toMatchObject([{ kind: 'accepted' }]);
  });

  it('takes internationalized addresses', async () => {
    const { recipients } = await session.send(
      transaction({ message: [withDots], recipients: ['ü@x.test'], smtpUtf8: true, encoding: '8bit' }),
    );
    expect(recipients).toMatchObject([{ kind: 'accepted' }]);
    await eventually(() => relay.messages.some(({ to }) => to.includes('ü@x.test')));
  });
});

/** Why Postfix cannot be started, or null. */
function postfixMissing(): string | null {
  if (process.getuid?.() !== 0) return 'Postfix can only be started by root';
  return missingProgram('postfix');
}

/** It hands on what it takes, and refuses one recipient. */
function relaying({ relayPort, chain }: { readonly relayPort: number; readonly chain: string }) {
  return {
    relayhost: `[127.0.0.1]:${relayPort}`,
    smtpd_recipient_restrictions: 'check_recipient_access inline:{{refused@x.test = REJECT}}, permit',
    smtpd_tls_security_level: 'may',
    smtpd_tls_chain_files: chain,
    smtputf8_enable: 'yes',
    message_size_limit: '1000000',
    mailbox_size_limit: '1000000',
  };
}

const sink = '/usr/sbin/smtp-sink';
(missingProgram('postfix') === null ? it : it.skip)(
  'smtp-sink takes a thousand messages on one connection',
  async () => {
    const port = await freePort();
    const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    const child = spawn(sink, [...user, `127.0.0.1:${port}`, '10'], { stdio: 'ignore' });
    await eventually(async () => (await tryToConnect(port)).kind === 'open');
    const session = await connectTo(port);
    for (let count = 0; count < 1_000; count += 1) {
      const { recipients } = await session.send(transaction({ message: [withDots] }));
      expect(recipients[0]?.kind).toBe('accepted');
    }
    session.quit();
    child.kill('SIGKILL');
  },
);
