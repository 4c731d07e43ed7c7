import fs from 'node:fs';
import type { BatchResponse } from '@postrider/contracts/emails';
import { createTransport } from 'nodemailer';
import { headerOf } from '../system/received-mail';
import { copiesOf, emailThatIs, message, running } from './running-system';

const [alice, bob, carol] = [
  'alice@recipients.test',
  'bob@recipients.test',
  'carol@recipients.test',
] as const;
const everybody = [alice, bob, carol];

/** Hands in these header lines for the envelope's recipients. @returns the id */
async function submit(header: readonly string[], rcpt: readonly string[] = everybody): Promise<string> {
  const { host, startTlsPort, caFile } = running().smtp;
  const { live } = running().tenant.keys;
  const transport = createTransport({
    host,
    port: startTlsPort,
    requireTLS: true,
    tls: { ca: fs.readFileSync(caFile) },
    auth: { user: live.id, pass: live.token },
  });
  const from = `ada@${running().tenant.domain.name}`;
  const raw = [`From: Ada <${from}>`, 'Subject: Hidden', ...header, '', 'Hello all.', ''].join('\r\n');
  const { response } = await transport.sendMail({ envelope: { from, to: [...rcpt] }, raw });
  transport.close();
  const id = /queued as ([0-9a-f-]{36})/.exec(response)?.[1];
  if (id === undefined) throw new Error(response);
  return id;
}

/** What each recipient finds in To and Cc, by recipient; the rest of the raw source must name no recipient. */
async function shownTo(id: string): Promise<Record<string, readonly (string | undefined)[]>> {
  const { to, cc, bcc } = await emailThatIs('delivered', id);
  expect(copiesOf(id)).toHaveLength(to.length + cc.length + bcc.length);
  return Object.fromEntries(
    copiesOf(id).map((copy) => {
      const rest = copy.raw.toString().replace(/^(?:To|Cc): .*(?:\r\n[ \t].*)*/gim, '');
      for (const address of everybody) expect(rest).not.toContain(address);
      return [copy.to.join(), [headerOf(copy, 'to'), headerOf(copy, 'cc')]];
    }),
  );
}

const hidden = ['undisclosed-recipients:;', undefined];
const hiddenFromAll = { [alice]: hidden, [bob]: hidden, [carol]: hidden };

export function hidingRecipients(): void {
  test.each([
    ['To: undisclosed-recipients:;', ['To: undisclosed-recipients:;']],
    ['no To', []],
    ['a To outside of the envelope', ['To: Our friends <friends@lists.example>']],
    ['a Cc of the envelope and no To', [`Cc: ${alice}, Bob <${bob}>`]],
    [
      'headers that other servers have left',
      [
        `X-Envelope-To: ${alice}`,
        `X-Original-To: ${bob}`,
        `Delivered-To: ${carol}`,
        `Bcc: ${everybody.join(', ')}`,
      ],
    ],
  ])('over SMTP no recipient sees an address: %s', async (_, header) => {
    expect(await shownTo(await submit(header))).toEqual(hiddenFromAll);
  });

  test('over SMTP a To that names some of the envelope shows those alone', async () => {
    const header = [`To: Friends: Alice <${alice.toUpperCase()}>, eve@elsewhere.example;`, `Cc: ${bob}`];
    const shown = [`Alice <${alice.replace(/^.*(?=@)/, 'ALICE')}>`, bob];
    expect(await shownTo(await submit(header))).toEqual({
      [`ALICE${alice.slice(5)}`]: shown,
      [bob]: shown,
      [carol]: shown,
    });
  });

  test('over SMTP one recipient reads their own address', async () => {
    expect(await shownTo(await submit(['To: undisclosed-recipients:;'], [carol]))).toEqual({
      [carol]: [carol, undefined],
    });
  });

  test('hide_recipients hides To and Cc from everybody, also in a batch and of a template', async () => {
    const api = running().api();
    const addressed = { to: `Alice <${alice}>`, cc: bob, bcc: carol, hide_recipients: true };
    const { from, ...content } = message([]);
    const { id } = await api.send({ from, ...content, ...addressed });
    expect(await shownTo(id)).toEqual(hiddenFromAll);
    expect(await api.email(id)).toMatchObject({ to: [`Alice <${alice}>`], cc: [bob], bcc: [carol] });

    const template = { slug: 'hidden', subject: 'Hidden', text: 'Hello all.', variables: [] };
    await api.request('POST', '/templates', { body: template });
    await api.request('POST', '/templates/hidden/publish');
    const body = [
      { from, ...content, ...addressed },
      { from, ...addressed, template: { slug: 'hidden' } },
    ];
    const answer = await api.request<BatchResponse>('POST', '/emails/batch', { body });
    for (const item of answer.body.data) {
      if (!('id' in item)) throw new Error(item.error.message);
      expect(await shownTo(item.id)).toEqual(hiddenFromAll);
    }
  });

  test('without hide_recipients, To and Cc are shown', async () => {
    const { id } = await running()
      .api()
      .send({ ...message([alice, bob]), cc: carol });
    const shown = [`${alice}, ${bob}`, carol];
    expect(await shownTo(id)).toEqual({ [alice]: shown, [bob]: shown, [carol]: shown });
  });
}
