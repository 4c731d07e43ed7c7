import assert from 'node:assert';
import { classifySmtpReply } from '@postrider/mail';
import type { ProviderAnswer } from '@postrider/testkit';
import { send } from './send';
import { useProviderServer } from '../../test/use-provider-server';

const accepted: ProviderAnswer = { status: 202, headers: { 'x-message-id': 'sg-1' } };

const setUp = useProviderServer(() => accepted);

function sendGrid(url = setUp.server.url, timeoutMs = 10_000) {
  const account = { name: 'sendgrid', options: { connections: 1 }, secret: 'SG.secret' };
  const settings = { SENDGRID_API_KEY: '', SENDGRID_API_URL: url };
  const [unit] = send(account, { settings, http: setUp.http, timeoutMs });
  assert(unit);
  return unit.api;
}
const lines = (...all: string[]) => Buffer.from(`${all.join('\r\n')}\r\n`);
const head = [
  'DKIM-Signature: v=1; b=abc',
  'From: "The Shop" <shop@x.test>',
  'To: Jane <jane@example.test>, bob@example.test',
  'Reply-To: help@x.test',
  'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
  'Message-ID: <1@x.test>',
  'Date: Sun, 22 Nov 2026 10:00:00 +0000',
  'Feedback-ID: a:b:c:postrider',
  'List-Unsubscribe: <https://x.test/u>',
  'MIME-Version: 1.0',
];
const plain = lines(...head, 'Content-Type: text/plain; charset=utf-8', '', 'Hello');
const mailOf = (octets: Buffer) => ({ recipient: 'jane@example.test', token: 'b+abc234', octets });

it('takes the message apart: sender, names, subject, headers, and the token as an argument', async () => {
  const { outcome } = await sendGrid().send(mailOf(plain));
  expect(outcome).toMatchObject({
    kind: 'accepted',
    assigned: { providerMessageId: 'sg-1', messageIdHeader: null },
  });
  const call = setUp.server.calls.at(-1);
  expect(call?.headers.authorization).toBe('Bearer SG.secret');
  expect(call?.path).toBe('/v3/mail/send');
  expect(call?.body).toEqual({
    personalizations: [
      { to: [{ email: 'jane@example.test', name: 'Jane' }], custom_args: { postrider: 'abc234' } },
    ],
    from: { email: 'shop@x.test', name: 'The Shop' },
    reply_to: { email: 'help@x.test' },
    subject: 'Grüße',
    content: [{ type: 'text/plain', value: 'Hello\n' }],
    headers: { 'Feedback-ID': 'a:b:c:postrider', 'List-Unsubscribe': '<https://x.test/u>' },
    tracking_settings: {
      click_tracking: { enable: false, enable_text: false },
      open_tracking: { enable: false },
      subscription_tracking: { enable: false },
    },
  });
});

it('brings both bodies and files', async () => {
  const octets = lines(
    ...head,
    'Content-Type: multipart/mixed; boundary=m',
    '',
    '--m',
    'Content-Type: multipart/alternative; boundary=a',
    '',
    '--a',
    'Content-Type: text/plain',
    '',
    'Hello',
    '--a',
    'Content-Type: text/html',
    '',
    '<p>Hello</p>',
    '--a--',
    '--m',
    'Content-Type: application/pdf; name=bill.pdf',
    'Content-Disposition: attachment; filename=bill.pdf',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('PDF').toString('base64'),
    '--m--',
  );
  await sendGrid().send(mailOf(octets));
  expect(setUp.server.calls.at(-1)?.body).toMatchObject({
    content: [{ type: 'text/plain' }, { type: 'text/html', value: expect.stringContaining('<p>Hello</p>') }],
    attachments: [
      {
        filename: 'bill.pdf',
        type: 'application/pdf',
        disposition: 'attachment',
        content: Buffer.from('PDF').toString('base64'),
      },
    ],
  });
});

it('refuses what it cannot express, and says why, without a call', async () => {
  const octets = lines(
    ...head,
    'Content-Type: multipart/signed; protocol="application/pgp-signature"; micalg=pgp-sha256; boundary=s',
    '',
    '--s',
    'Content-Type: text/plain',
    '',
    'Hello',
    '--s',
    'Content-Type: application/pgp-signature',
    '',
    'sig',
    '--s--',
  );
  const before = setUp.server.calls.length;
  const { outcome } = await sendGrid().send(mailOf(octets));
  expect(outcome).toMatchObject({ kind: 'refused', reply: { code: 554 } });
  expect(JSON.stringify(outcome)).toContain('MIME structure');
  expect(setUp.server.calls.length).toBe(before);
});

const errors: readonly (readonly [number, string, string | null, string, string | undefined])[] = [
  [400, 'The subject is required.', 'subject', 'bounced', undefined],
  [401, 'The provided authorization grant is invalid', null, 'deferred platform', 'outage'],
  [401, 'Maximum credits exceeded', null, 'deferred platform', 'blocked'],
  [
    403,
    'The from address does not match a verified Sender Identity.',
    'from',
    'deferred platform',
    undefined,
  ],
  [403, 'access forbidden', null, 'deferred platform', 'outage'],
  [413, 'too large', null, 'bounced size', undefined],
  [429, 'too many requests', null, 'deferred rate', undefined],
  [500, 'internal', null, 'deferred system', 'outage'],
];

it.each(errors)('%i %s (of %s) is %s, of the transport: %s', async (...row) => {
  const [status, text, field, meaning, cause] = row;
  setUp.server.behave(() => ({
    status,
    body: { errors: [{ message: text, field }] },
    headers: { 'retry-after': '30' },
  }));
  const { outcome, failure } = await sendGrid().send(mailOf(plain));
  if (outcome.kind !== 'refused') throw new Error(`it was ${outcome.kind}`);
  const found = classifySmtpReply({ ...outcome.reply, stage: 'data' });
  expect(`${found.outcome} ${found.class}`).toContain(meaning);
  expect(found.suppression).toBeNull();
  expect(failure?.cause).toBe(cause);
  if (status === 429) expect(found.retryHintMs).toBe(30_000);
});

it('says that nothing left when it cannot be reached', async () => {
  const { outcome } = await sendGrid('http://127.0.0.1:1').send(mailOf(plain));
  expect(outcome).toMatchObject({ kind: 'broken', endSent: false });
});

it.each(['cut', 'hang'] as const)(
  'does not know the result of a request whose answer is: %s',
  async (how) => {
    setUp.server.behave(() => how);
    const { outcome, conversation } = await sendGrid(setUp.server.url, 500).send(mailOf(plain));
    expect(outcome).toMatchObject({ kind: 'broken', endSent: true });
    expect(conversation.join()).not.toContain('SG.secret');
  },
);
