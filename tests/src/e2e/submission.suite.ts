import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { promisify } from 'node:util';
import { createApiKey, missingProgram } from '@postrider/testkit';
import { createTransport } from 'nodemailer';
import { headerOf, signingDomains } from '../system/received-mail';
import { copiesOf, emailThatIs, present, running, webhookOf } from './running-system';

const run = promisify(execFile);
const testWithSwaks = missingProgram('swaks') === null ? test : test.skip;

function transport(login?: { user: string; pass: string }, localAddress = '127.0.0.1') {
  const { host, startTlsPort, caFile } = running().smtp;
  const { live } = running().tenant.keys;
  return createTransport({
    host,
    port: startTlsPort,
    requireTLS: true,
    localAddress,
    tls: { ca: fs.readFileSync(caFile) },
    auth: login ?? { user: live.id, pass: live.token },
  });
}

function idFrom(reply: string): string {
  return /250 2\.0\.0 queued as ([0-9a-f-]{36})/i.exec(reply)?.[1] ?? `no id in: ${reply}`;
}

function mail(to: string) {
  return {
    from: `Ada <ada@${running().tenant.domain.name}>`,
    to,
    subject: 'Über SMTP',
    text: 'It works over SMTP.',
    html: '<p>It works over SMTP.</p>',
  };
}

export function guessingOverSmtp(): void {
  test('hundreds of wrong passwords from one address keep no other client out', async () => {
    const { pool, tenant } = running();
    const guess = async (): Promise<string> => {
      const wrong = { user: tenant.keys.live.id, pass: `pr_live_${randomBytes(24).toString('hex')}` };
      const login = transport(wrong, '127.0.0.2');
      const refused = await login.verify().catch((error: Error) => error.message);
      login.close();
      return String(refused);
    };
    const guesses: string[] = [];
    // On a slow machine another minute may have begun, with another count.
    while (guesses.length < 1_000 && guesses.at(-1)?.includes('451 4.7.1') !== true)
      guesses.push(...(await Promise.all(Array.from({ length: 20 }, guess))));
    expect(guesses[0]).toContain('535 5.7.8');
    expect(guesses.at(-1)).toContain('451 4.7.1');
    // This key was never used.
    const key = await createApiKey(pool, { organizationId: tenant.organization.id });
    const [next, sent] = await Promise.all([
      guess(),
      transport({ user: key.id, pass: key.token }).sendMail(mail('victim@recipients.test')),
    ]);
    expect([next, idFrom(sent.response)]).toEqual([
      expect.stringContaining('451 4.7.1'),
      expect.stringMatching(/^[0-9a-f-]{36}$/),
    ]);
  });
}

export function submittingOverSmtp(): void {
  test('a mail handed in by nodemailer arrives signed, with events and webhooks', async () => {
    const { response } = await transport().sendMail(mail('smtp@recipients.test'));
    const id = idFrom(response);
    await emailThatIs('delivered', id);
    const copy = present(copiesOf(id)[0]);
    expect(await signingDomains(copy.raw, running().world.dns)).toEqual([running().tenant.domain.name]);
    expect(headerOf(copy, 'from')).toBe(`Ada <ada@${running().tenant.domain.name}>`);
    await webhookOf(id, 'email.sent');
    await webhookOf(id, 'email.delivered');
  });

  test('a client that lost our 250 and sends again gets the same id', async () => {
    const twice = { ...mail('again@recipients.test'), messageId: '<twice@client.test>', date: new Date(0) };
    const first = idFrom((await transport().sendMail(twice)).response);
    const second = idFrom((await transport().sendMail(twice)).response);
    expect(second).toBe(first);
    await emailThatIs('delivered', first);
    expect(copiesOf(first)).toHaveLength(1);
  });

  test('a wrong password is refused at AUTH', async () => {
    const { live } = running().tenant.keys;
    const refused = transport({ user: live.id, pass: 'pr_live_wrong' }).sendMail(
      mail('smtp@recipients.test'),
    );
    await expect(refused).rejects.toThrow(/535 5\.7\.8/);
  });

  testWithSwaks('a mail handed in by swaks over TLS arrives', async () => {
    const { host, tlsPort, caFile } = running().smtp;
    const { live } = running().tenant.keys;
    const { stdout } = await run('swaks', [
      ...[
        '--server',
        host,
        '--port',
        String(tlsPort),
        '--tls-on-connect',
        '--tls-verify',
        '--tls-ca-path',
        caFile,
      ],
      ...['--auth', 'LOGIN', '--auth-user', live.id, '--auth-password', live.token],
      ...['--from', `ada@${running().tenant.domain.name}`, '--to', 'swaks@recipients.test'],
      ...['--header', 'Subject: from swaks', '--body', 'It works from a shell.'],
    ]);
    const id = idFrom(stdout);
    await emailThatIs('delivered', id);
    expect(copiesOf(id)).toHaveLength(1);
  });
}

export function threadingOverSmtp(): void {
  test('a series of patches arrives as one thread, as `git send-email` hands it in', async () => {
    const sender = transport();
    const from = `Ada <ada@${running().tenant.domain.name}>`;
    const handIn = async (at: number, headers: readonly string[]): Promise<string> => {
      const raw = [
        ...[`From: ${from}`, 'To: list@recipients.test', `Subject: [PATCH ${at}/3] A step`],
        ...['Date: Sun, 22 Nov 2026 08:00:00 +0000', `Message-ID: <20261122080000.${at}-ada@laptop>`],
        ...['X-Mailer: git-send-email 2.39.5', ...headers, 'MIME-Version: 1.0'],
        ...['Content-Transfer-Encoding: 8bit', '', '---', '+ a line', '-- ', '2.39.5', ''],
      ];
      const envelope = { from: `ada@${running().tenant.domain.name}`, to: 'list@recipients.test' };
      return idFrom((await sender.sendMail({ envelope, raw: raw.join('\r\n') })).response);
    };
    const first = await handIn(1, []);
    const inReply = [
      'In-Reply-To: <20261122080000.1-ada@laptop>',
      'References: <20261122080000.1-ada@laptop>',
    ];
    const later = [await handIn(2, inReply), await handIn(3, inReply)];
    sender.close();
    for (const id of [first, ...later]) await emailThatIs('delivered', id);
    const named = headerOf(present(copiesOf(first)[0]), 'message-id');
    for (const id of later) {
      const copy = present(copiesOf(id)[0]);
      expect([headerOf(copy, 'in-reply-to'), headerOf(copy, 'references')]).toEqual([named, named]);
    }
  });
}
