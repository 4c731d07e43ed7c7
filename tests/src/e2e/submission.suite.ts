import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { promisify } from 'node:util';
import { createTransport } from 'nodemailer';
import { headerOf, signingDomains } from '../system/received-mail';
import { copiesOf, emailThatIs, present, running, webhookOf } from './running-system';
import { isUsable } from './smtp-clients/installed-programs';

const run = promisify(execFile);
const testWithSwaks = isUsable('swaks') ? test : test.skip;

function transport(login?: { user: string; pass: string }) {
  const { host, startTlsPort, caFile } = running().smtp;
  const { live } = running().tenant.keys;
  return createTransport({
    host,
    port: startTlsPort,
    requireTLS: true,
    tls: { ca: fs.readFileSync(caFile) },
    auth: login ?? { user: live.id, pass: live.token },
  });
}

function idFrom(reply: string): string {
  return /250 2\.0\.0 queued as ([0-9a-f-]{36})/i.exec(reply)?.[1] ?? `no id in: ${reply}`;
}

export function submittingOverSmtp(): void {
  const mail = (to: string) => ({
    from: `Ada <ada@${running().tenant.domain.name}>`,
    to,
    subject: 'Über SMTP',
    text: 'It works over SMTP.',
    html: '<p>It works over SMTP.</p>',
  });

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
