import type { BatchResponse, EmailResource, SendEmailResponse } from '@postrider/contracts/emails';
import type { Answer } from '../../test/test-api';
import { useApi } from '../../test/use-api';

const api = useApi({ shared: true, domain: { name: 'mail.acme.test', trackingVerified: true } });
beforeAll(async () => {
  await api.createDomain({ name: 'news.acme.test', stream: 'bulk' });
});

const base64 = (...lines: readonly string[]) => Buffer.from(lines.join('\r\n')).toString('base64');
const signed = base64(
  'Content-Type: multipart/signed; micalg=sha-256; boundary=B',
  '',
  '--B',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Grüße</p>',
  '--B',
  'Content-Type: application/pkcs7-signature; name="smime.p7s"',
  'Content-Transfer-Encoding: base64',
  '',
  'MAA=',
  '--B--',
);
const mail = { from: 'hi@mail.acme.test', to: 'ada@example.com', subject: 'Signed', mime: signed };
const send = (fields: object) => api.post<SendEmailResponse>('/emails', api.key, { ...mail, ...fields });
const fault = ({ status, text }: Answer<unknown>) => `${status} ${text}`;

it('a MIME message is stored as it came, and shown as far as it can be', async () => {
  const { status, body } = await send({ metadata: { order: '1' } });
  expect(status).toBe(200);
  const { rows } = await api.pool.query<{ mime: string }>(
    'SELECT mime FROM message_contents WHERE message_id = $1',
    [body.id],
  );
  expect(rows).toEqual([{ mime: signed }]);
  const { body: email } = await api.get<EmailResource>(`/emails/${body.id}`);
  expect(email).toMatchObject({
    subject: 'Signed',
    html: '<p>Grüße</p>\n',
    text: null,
    metadata: { order: '1' },
  });
  expect(email.attachments).toEqual([
    { filename: 'smime.p7s', content_type: 'application/pkcs7-signature', size: 2 },
  ]);
});

it('a MIME message is part of what an idempotency key stands for', async () => {
  const first = await send({ idempotency_key: 'signed' });
  const again = await send({
    idempotency_key: 'signed',
    mime: base64('Content-Type: text/plain', '', 'other'),
  });
  expect([again.status, again.body.id]).toEqual([200, first.body.id]);
});

it.each([
  ['html', '<p>x</p>'],
  ['text', 'x'],
  ['template', { slug: 'receipt' }],
  ['attachments', [{ filename: 'a', content: '' }]],
  ['track', { opens: true }],
])('does not go together with %s', async (field, value) => {
  expect(fault(await send({ [field]: value }))).toContain(`${field}: cannot be combined with mime`);
});

it('needs a subject, and may name switches that are off', async () => {
  expect(fault(await send({ subject: undefined }))).toContain('subject: required');
  expect((await send({ track: { opens: false }, attachments: undefined })).status).toBe(200);
});

it.each([
  ['no base64', 'Content-Type: text/plain', 'mime: must be base64'],
  [
    'a field of the message',
    base64('Bcc: eve@x.test', 'Content-Type: text/plain', '', 'x'),
    'mime: has the header field Bcc',
  ],
  ['a line alone', base64('Content-Type: text/plain', '', 'a\nb'), 'mime: has a NUL, a bare CR or a bare LF'],
  [
    'too many parts',
    base64(
      'Content-Type: multipart/mixed; boundary=B',
      '',
      ...Array.from({ length: 1_001 }, () => '--B'),
      '',
    ),
    'mime: has more than 1000 parts',
  ],
])('a MIME message is refused by name: %s', async (_, mime, message) => {
  expect(fault(await send({ mime }))).toMatch(new RegExp(`^422 .*${message}`));
});

it('a MIME message has no place for the footer and the link of bulk kinds', async () => {
  const refused = await send({ from: 'hi@news.acme.test', kind: 'bulk.news' });
  expect(fault(refused)).toContain(
    'mime: cannot be sent as bulk.news: Postrider adds a footer to bulk email',
  );
});

it('a MIME message is refused in a batch, where it could hold what attachments are refused for', async () => {
  const items = [mail, { ...mail, mime: undefined, text: 'x' }];
  const { body } = await api.post<BatchResponse>('/emails/batch', api.key, items);
  expect(body.data).toEqual([
    {
      error: {
        code: 'validation_error',
        message: 'mime: is not allowed in a batch',
        fields: [{ path: 'mime', message: 'is not allowed in a batch' }],
      },
    },
    { id: expect.any(String) as string },
  ]);
});

it('of 16 MiB is taken, and of one octet more is not', async () => {
  const head = 'Content-Type: text/plain\r\n\r\n';
  const filled = (size: number) => {
    const line = `${'x'.repeat(998)}\r\n`;
    return Buffer.from(head + line.repeat(Math.ceil(size / 1_000)))
      .subarray(0, size)
      .toString('base64');
  };
  expect((await send({ mime: filled(16_777_216) })).status).toBe(200);
  expect(fault(await send({ mime: filled(16_777_217) }))).toContain('mime: must be at most 16,777,216 bytes');
});
