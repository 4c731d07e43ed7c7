import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { missingProgram } from '@postrider/testkit';
import { createTransport } from 'nodemailer';
import { headerOf, signingDomains } from '../system/received-mail';
import { copiesOf, emailThatIs, present, running } from './running-system';

const run = promisify(execFile);
const testWithOpenssl = missingProgram('openssl') === null ? test : test.skip;

/** Hands in a message as it is, from the null return path. @returns the reply */
async function submit(lines: readonly string[], rcpt: string): Promise<string> {
  const { host, startTlsPort, caFile } = running().smtp;
  const { live } = running().tenant.keys;
  const transport = createTransport({
    host,
    port: startTlsPort,
    requireTLS: true,
    tls: { ca: fs.readFileSync(caFile) },
    auth: { user: live.id, pass: live.token },
  });
  try {
    const raw = lines.map((line) => line.replace(/\r?\n/g, '\r\n')).join('\r\n');
    return (await transport.sendMail({ envelope: { from: '', to: rcpt }, raw })).response;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    transport.close();
  }
}

async function arrived(reply: string) {
  const id = /queued as ([0-9a-f-]{36})/.exec(reply)?.[1];
  if (id === undefined) throw new Error(reply);
  const email = await emailThatIs('delivered', id);
  return { email, copy: present(copiesOf(id)[0]) };
}

const from = () => `From: Ada <ada@${running().tenant.domain.name}>`;

/** A certificate of its own, and what is signed with it, as a mail program would have it. */
async function signedBy(folder: string): Promise<{ certificate: string; entity: string }> {
  const [certificate, key, text] = ['cert.pem', 'key.pem', 'text'].map((name) => path.join(folder, name));
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=Ada'],
    ...['-keyout', key ?? '', '-out', certificate ?? ''],
  ]);
  fs.writeFileSync(text ?? '', 'Content-Type: text/plain\n\nSigned words.\n.\nTrailing blanks  \n');
  const { stdout } = await run('openssl', [
    ...['cms', '-sign', '-in', text ?? '', '-signer', certificate ?? '', '-inkey', key ?? ''],
  ]);
  return { certificate: certificate ?? '', entity: stdout };
}

function verified(raw: Buffer, { folder, certificate }: { folder: string; certificate: string }) {
  const message = path.join(folder, 'arrived.eml');
  fs.writeFileSync(message, raw);
  return run('openssl', ['cms', '-verify', '-in', message, '-CAfile', certificate]);
}

export function wholeEntities(): void {
  testWithOpenssl(
    'a mail signed by S/MIME verifies at its recipient, and is signed by its domain',
    async () => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'smime-'));
      try {
        const { certificate, entity } = await signedBy(folder);
        const to = 'signed@recipients.test';
        const { copy, email } = await arrived(
          await submit([from(), `To: ${to}`, 'Subject: Signed', entity], to),
        );
        const { stdout, stderr } = await verified(copy.raw, { folder, certificate });
        expect(stderr).toMatch(/verification successful/i);
        expect(stdout).toContain('Signed words.');
        expect(await signingDomains(copy.raw, running().world.dns)).toEqual([running().tenant.domain.name]);
        expect(email).toMatchObject({ text: expect.stringContaining('Signed words.') as string, html: null });
        expect(email.attachments).toEqual([expect.objectContaining({ filename: 'smime.p7s' })]);
      } finally {
        fs.rmSync(folder, { recursive: true });
      }
    },
  );

  test("a mail server's bounce, from the null return path, keeps its parts and gets a return path of ours", async () => {
    const to = 'sender@recipients.test';
    const report = [
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status;',
      '\tboundary="8F2A.1/mx.shop.example"',
      ...['', 'This is a MIME-encapsulated message.', '', '--8F2A.1/mx.shop.example'],
      ...['Content-Type: text/plain; charset=us-ascii', '', 'Your message could not be delivered.'],
      ...['', '--8F2A.1/mx.shop.example', 'Content-Type: message/delivery-status', ''],
      ...['Reporting-MTA: dns; mx.shop.example', '', 'Final-Recipient: rfc822; x@y.test', 'Action: failed'],
      ...['Status: 5.1.1', '', '--8F2A.1/mx.shop.example', 'Content-Type: message/rfc822', ''],
      ...['Subject: Lost', '', 'words', '', '--8F2A.1/mx.shop.example--', ''],
    ];
    const head = [from(), `To: ${to}`, 'Subject: Undelivered', 'Auto-Submitted: auto-replied'];
    const { copy, email } = await arrived(await submit([...head, ...report], to));
    expect(copy.raw.toString('latin1')).toContain(report.join('\r\n'));
    expect(copy.from).toMatch(new RegExp(`^b\\+[a-z0-9]+@bounce\\.${running().tenant.domain.name}$`));
    expect(headerOf(copy, 'auto-submitted')).toBe('auto-replied');
    expect(email.text).toContain('Your message could not be delivered.');
    expect(email.attachments.map(({ content_type }) => content_type)).toEqual([
      'message/delivery-status',
      'message/rfc822',
    ]);
  });

  test('what is signed cannot be tracked, and the refusal comes before anything is stored', async () => {
    const entity = ['Content-Type: multipart/signed; boundary=B', '', '--B', '', 'x', '--B--', ''];
    const lines = [from(), 'Subject: Signed', 'X-Postrider-Track-Opens: true', ...entity];
    expect(await submit(lines, 'signed@recipients.test')).toMatch(/550 5\.6\.0/);
  });
}
