import fc from 'fast-check';
import MailComposer from 'nodemailer/lib/mail-composer';
import PostalMime from 'postal-mime';
import type { OutgoingMessage } from './compose-message';
import { composeMessage, messageIdHeader } from './compose-message';

const base: OutgoingMessage = {
  emailId: '019a-1',
  domain: 'shop.example',
  date: new Date('2026-11-20T10:00:00.000Z'),
  from: 'Shop <hello@shop.example>',
  to: ['Ada Lovelace <ada@example.com>'],
  subject: 'Your order',
  text: 'Thank you.',
};
const compose = (changes: Partial<OutgoingMessage> = {}) => composeMessage({ ...base, ...changes });
const parse = (raw: Buffer) => PostalMime.parse(raw, { forceRfc822Attachments: true });
const base64 = (text: string) => Buffer.from(text).toString('base64');
const headerOf = async (raw: Buffer, name: string) =>
  (await parse(raw)).headers.find((h) => h.key === name)?.value;

function expectCleanLines(raw: Buffer): void {
  const text = raw.toString('latin1');
  expect(text.endsWith('\r\n')).toBe(true);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(Math.max(...text.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
}

/** Content types in document order, which shows the nesting. */
const structure = (raw: Buffer) =>
  [...raw.toString('latin1').matchAll(/^Content-Type: ([a-z-]+\/[a-z0-9.+-]+)/gim)].map((match) => match[1]);

it('carries every header field as it was given', async () => {
  const raw = compose({
    cc: ['"Babbage, Charles" <charles@example.com>', 'grace@bücher.example'],
    replyTo: 'help@shop.example',
    headers: { 'X-Order': '4711', References: '<a@x.example> <b@x.example>' },
    feedbackId: '1:2:3:postrider',
    unsubscribeUrl: 'https://links.shop.example/u/abc',
  });
  const mail = await parse(raw);
  expect(mail.from).toEqual({ name: 'Shop', address: 'hello@shop.example' });
  expect(mail.to).toEqual([{ name: 'Ada Lovelace', address: 'ada@example.com' }]);
  expect(mail.cc).toEqual([
    { name: 'Babbage, Charles', address: 'charles@example.com' },
    { name: '', address: 'grace@xn--bcher-kva.example' },
  ]);
  expect(mail.replyTo).toEqual([{ name: '', address: 'help@shop.example' }]);
  expect(mail.messageId).toBe(messageIdHeader('019a-1', 'shop.example'));
  expect(mail.date).toBe('2026-11-20T10:00:00.000Z');
  expect(await headerOf(raw, 'x-order')).toBe('4711');
  expect(await headerOf(raw, 'references')).toBe('<a@x.example> <b@x.example>');
  expect(await headerOf(raw, 'feedback-id')).toBe('1:2:3:postrider');
  expect(await headerOf(raw, 'list-unsubscribe')).toBe('<https://links.shop.example/u/abc>');
  expect(await headerOf(raw, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(await headerOf(raw, 'mime-version')).toBe('1.0');
});

it('writes each platform header once and never a Bcc, whatever the extra headers say', async () => {
  const raw = compose({
    headers: { Bcc: 'eve@example.com', from: 'eve@example.com', 'LIST-UNSUBSCRIBE': '<x>' },
  });
  const names = (await parse(raw)).headers.map((header) => header.key);
  expect(raw.toString()).not.toContain('eve@');
  expect(new Set(names).size).toBe(names.length);
});

it.each([
  ['text only', { text: 'a' }, ['text/plain']],
  ['html only', { text: null, html: '<p>a</p>' }, ['text/html']],
  ['both', { html: '<p>a</p>' }, ['multipart/alternative', 'text/plain', 'text/html']],
  [
    'an attached file',
    {
      html: '<p>a</p>',
      attachments: [{ filename: 'a.pdf', content: base64('x'), contentType: 'application/pdf' }],
    },
    ['multipart/mixed', 'multipart/alternative', 'text/plain', 'text/html', 'application/pdf'],
  ],
  [
    'an image inside the html',
    {
      html: '<img src="cid:logo">',
      attachments: [{ filename: 'l.png', content: base64('x'), contentType: 'image/png', contentId: 'logo' }],
    },
    ['multipart/alternative', 'text/plain', 'multipart/related', 'text/html', 'image/png'],
  ],
  [
    'an image inside the html and a file',
    {
      html: '<img src="cid:logo">',
      attachments: [
        { filename: 'l.png', content: base64('x'), contentType: 'image/png', contentId: '<logo>' },
        { filename: 'a.bin', content: base64('y') },
      ],
    },
    [
      'multipart/mixed',
      'multipart/alternative',
      'text/plain',
      'multipart/related',
      'text/html',
      'image/png',
      'application/octet-stream',
    ],
  ],
])('%s has the right structure', (_, changes, expected) => {
  expect(structure(compose(changes))).toEqual(expected);
});

it('links an inline image by its content id', async () => {
  const image = { filename: 'l.png', content: base64('png'), contentType: 'image/png', contentId: 'logo' };
  const mail = await parse(compose({ html: '<img src="cid:logo">', attachments: [image] }));
  expect(mail.attachments[0]).toMatchObject({
    contentId: '<logo>',
    disposition: 'inline',
    filename: 'l.png',
  });
});

it.each([
  ['a forwarded mail that 7bit can carry', 'message/rfc822', 'Subject: x\r\n\r\nhi\r\n', 'message/rfc822'],
  [
    'a forwarded mail with bare line feeds',
    'message/rfc822',
    'Subject: x\n\nhi\n',
    'application/octet-stream',
  ],
  ['a forwarded mail with UTF-8', 'message/rfc822', 'Subject: ü\r\n\r\nhi\r\n', 'application/octet-stream'],
  ['a multipart type', 'multipart/mixed; boundary=x', 'hi', 'application/octet-stream'],
  ['a type that is none', 'text/plain\r\nX-Evil: 1', 'hi', 'application/octet-stream'],
])('%s is attached with its bytes intact', async (...[, contentType, content, expected]) => {
  const raw = compose({ attachments: [{ filename: 'f.eml', content: base64(content), contentType }] });
  const [attachment] = (await parse(raw)).attachments;
  expect(attachment?.mimeType).toBe(expected);
  // The parser counts lines of a part that is not encoded; every other part is compared byte for byte.
  const arrived = Buffer.from(attachment?.content as ArrayBuffer).toString();
  if (expected === 'message/rfc822') expect(raw.toString()).toContain(`\r\n\r\n${content}\r\n--`);
  else expect(arrived).toBe(content);
  expect(raw.toString()).not.toContain('\r\nX-Evil');
  expectCleanLines(raw);
});

it.each([
  '=?utf-8?Q?not_encoded?=',
  'see =?utf-8?Q?a b?= here',
  '🎉 Ready 👩‍👩‍👧 to go',
  'two  blanks',
  'x'.repeat(998),
  'ü'.repeat(998),
  '件名'.repeat(300),
  `"quoted" \\ and 'more' ${'word '.repeat(150)}end`,
])('the subject arrives as typed: %s', async (subject) => {
  const raw = compose({ subject });
  expect((await parse(raw)).subject).toBe(subject);
  expectCleanLines(raw);
});

it.each(['=?utf-8?Q?Eve?=', 'Ünal "Ü" Ö', 'A, B; C: <D>', `${'x'.repeat(300)} y`, '🎉'.repeat(80)])(
  'a display name arrives as typed: %s',
  async (name) => {
    const raw = compose({ from: `"${name.replace(/["\\]/g, '\\$&')}" <a@shop.example>` });
    expect((await parse(raw)).from).toEqual({ name, address: 'a@shop.example' });
    expectCleanLines(raw);
  },
);

it('an extra header of 1,000 characters stays within the line limit', async () => {
  for (const value of [
    'x'.repeat(1_000),
    'word '.repeat(200).trim(),
    'ü'.repeat(1_000),
    `a${' '.repeat(900)}b`,
  ]) {
    expectCleanLines(compose({ headers: { ['X-' + 'a'.repeat(74)]: value } }));
  }
  const json = '{"category":["a","b"],"unique_args":{"id":"1"}}';
  expect(await headerOf(compose({ headers: { 'X-SMTPAPI': json } }), 'x-smtpapi')).toBe(json);
});

it('a composed message is the same, octet for octet, in every delivery round', () => {
  expect(compose({ html: '<p>a</p>' })).toEqual(compose({ html: '<p>a</p>' }));
});

it('refuses a mailbox that could not have been accepted', () => {
  expect(() => compose({ to: ['a@example.com\r\nBcc: eve@example.com'] })).toThrow('stored mailbox');
});

describe('properties', () => {
  const unicode = fc.string({ unit: 'grapheme', maxLength: 400 });
  const anyText = fc.oneof(
    unicode,
    fc.string({ unit: 'binary', maxLength: 2_000 }),
    fc.string({ minLength: 1_000, maxLength: 3_000 }),
  );

  it('any text and subject arrive unchanged and no line is too long or bare', async () => {
    await fc.assert(
      fc.asyncProperty(unicode, anyText, anyText, async (subject, text, html) => {
        const raw = compose({ subject, text, html, headers: { 'X-Any': subject } });
        expectCleanLines(raw);
        const mail = await parse(raw);
        // eslint-disable-next-line no-control-regex -- control characters are what is replaced
        const wanted = subject.replace(/[\u0000-\u0008\u000a-\u001f\u007f\u2028\u2029]+/g, ' ');
        expect((mail.subject ?? '').trim()).toBe(wanted.trim());
        // The parser drops a byte order mark at the beginning, as the decoders of clients do.
        const wantedText = text.toWellFormed().replace(/^\ufeff/, '');
        if (text !== '') expect(withoutLineEndings(mail.text)).toBe(withoutLineEndings(wantedText));
      }),
      { numRuns: 150 },
    );
  });

  it('a message without attachments is what nodemailer makes of it', async () => {
    const lines = fc.array(fc.oneof(unicode, fc.string({ unit: 'grapheme-ascii', maxLength: 120 })));
    const body = fc.option(lines.map((each) => each.join('\r\n')));
    await fc.assert(
      fc.asyncProperty(body, body, async (text, html) => {
        const raw = compose({ text, html });
        const theirs = await new MailComposer({
          ...{ from: base.from, to: [...base.to], subject: base.subject, date: base.date },
          messageId: messageIdHeader(base.emailId, base.domain),
          ...{ text: text ?? '', html: html ?? '' },
        })
          .compile()
          .build();
        expect(structure(raw)).toEqual(structure(theirs));
        expect(sorted(await parse(raw))).toEqual(sorted(await parse(theirs)));
      }),
      { numRuns: 150 },
    );
  });

  it('any attachment arrives byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), unicode, async (bytes, filename) => {
        const content = Buffer.from(bytes).toString('base64');
        const raw = compose({ attachments: [{ filename: filename || 'f', content }] });
        expectCleanLines(raw);
        const [attachment] = (await parse(raw)).attachments;
        expect(Buffer.from(attachment?.content as ArrayBuffer)).toEqual(Buffer.from(bytes));
      }),
      { numRuns: 100 },
    );
  });
});

const withoutLineEndings = (text: string | undefined) => (text ?? '').replace(/[\r\n]+/g, '');

type Parsed = Awaited<ReturnType<typeof parse>>;
const boundary = /boundary="[^"]+"/;
/** Fields in the order of their names, boundaries aside. */
const sorted = ({ headers, text, html }: Parsed) => ({
  fields: headers.map(({ key, value }) => `${key}: ${value.replace(boundary, '')}`).toSorted(),
  ...{ text, html },
});
