import fc from 'fast-check';
import { composeMessage } from '../composing/compose-message';
import { derivedIdempotencyKey } from './derived-idempotency-key';
import type { SubmittedEnvelope } from './envelope-recipients';
import type { RelayedSend } from './incoming-message';
import { parseIncomingMessage } from './incoming-message';
import { hasBareNewlineOrNul } from './line-endings';

const envelope: SubmittedEnvelope = { from: 'bounce@shop.example', to: ['ada@example.com'] };
const mail = (...lines: string[]) => Buffer.from(lines.join('\r\n') + '\r\n', 'latin1');
const head = ['From: Shop <hello@shop.example>', 'To: Ada <ada@example.com>', 'Subject: Hi'];

async function sendOf(raw: Buffer, to: readonly string[] = envelope.to): Promise<RelayedSend> {
  const parsed = await parseIncomingMessage(raw, { ...envelope, to });
  if (!parsed.ok) throw new Error(parsed.reply.text);
  return parsed.send;
}
async function replyTo(raw: Buffer, to: readonly string[] = envelope.to): Promise<string> {
  const parsed = await parseIncomingMessage(raw, { ...envelope, to });
  return parsed.ok ? 'accepted' : `${parsed.reply.code} ${parsed.reply.enhanced}`;
}
const withControls = (...lines: string[]) => mail(...head, ...lines, '', 'body');

describe('recipients', () => {
  const raw = mail(
    'From: hello@shop.example',
    'To: Ada <ADA@example.com>, "B, C" <bc@example.com>, team: grace@example.com, x@not-in-envelope.example;',
    'Cc: alan@example.com',
    '',
    'body',
  );

  it('are the envelope; headers only decide who is shown, and the rest is bcc', async () => {
    const send = await sendOf(raw, [
      'ada@example.com',
      'hidden@example.com',
      'grace@example.com',
      'alan@EXAMPLE.com',
      'bc@example.com',
    ]);
    expect(send.to).toEqual(['Ada <ADA@example.com>', '"B, C" <bc@example.com>', 'grace@example.com']);
    expect(send.cc).toEqual(['alan@example.com']);
    expect(send.bcc).toEqual(['hidden@example.com']);
  });

  it('without a To that is sent to, the first recipient becomes it', async () => {
    const send = await sendOf(mail('From: a@shop.example', 'To: undisclosed-recipients:;', '', 'x'), [
      'b@x.example',
      'c@x.example',
    ]);
    expect([send.to, send.cc, send.bcc]).toEqual([['b@x.example'], undefined, ['c@x.example']]);
  });

  it('each get one place, also when headers and envelope name them twice', async () => {
    const twice = mail(
      'From: a@shop.example',
      'To: b@x.example, B <b@x.example>',
      'Cc: b@x.example',
      '',
      'x',
    );
    const send = await sendOf(twice, ['b@x.example', 'B@x.example']);
    expect([send.to, send.cc, send.bcc]).toEqual([['b@x.example'], undefined, undefined]);
  });

  it('a recipient that is no address is refused', async () => {
    expect(await replyTo(mail(...head, '', 'x'), ['not an address'])).toBe('501 5.1.3');
  });
});

it.each([
  ['two From addresses', ['From: a@x.example, b@x.example'], '553 5.7.1'],
  ['two From headers', ['From: a@x.example', 'From: b@x.example'], '553 5.7.1'],
  ['a From group', ['From: Team: a@x.example;'], '553 5.7.1'],
  ['a From that is no address', ['From: nobody'], '553 5.6.0'],
  ['no From', ['To: ada@example.com'], '550 5.6.0'],
])('%s is refused', async (_, lines, reply) => {
  expect(await replyTo(mail(...lines, '', 'x'))).toBe(reply);
});

describe('content', () => {
  it('becomes UTF-8 from any charset', async () => {
    const send = await sendOf(
      mail(
        'From: =?iso-8859-1?Q?J=F6rg?= <a@shop.example>',
        'Subject: =?utf-8?B?8J+OiQ==?= =?iso-8859-15?Q?=A4?=',
        'Content-Type: text/plain; charset=windows-1252',
        '',
        'gr\xfc\xdfe \x80',
      ),
    );
    expect([send.from, send.subject, send.text]).toEqual(['Jörg <a@shop.example>', '🎉€', 'grüße €\n']);
  });

  it('keeps inline images inside the html and files as files', async () => {
    const png = Buffer.from('png').toString('base64');
    const raw = composeMessage({
      emailId: '1',
      domain: 'shop.example',
      date: new Date(0),
      from: 'a@shop.example',
      to: ['ada@example.com'],
      subject: 'x',
      text: 'plain',
      html: '<img src="cid:logo@x">',
      attachments: [
        { filename: 'logo.png', content: png, contentType: 'image/png', contentId: 'logo@x' },
        {
          filename: 'Größe.pdf',
          content: Buffer.from('pdf').toString('base64'),
          contentType: 'application/pdf',
        },
      ],
    });
    const send = await sendOf(raw);
    expect([send.text?.trim(), send.html?.trim()]).toEqual(['plain', '<img src="cid:logo@x">']);
    expect(send.attachments).toEqual([
      { filename: 'logo.png', content: png, content_type: 'image/png', content_id: 'logo@x' },
      {
        filename: 'Größe.pdf',
        content: Buffer.from('pdf').toString('base64'),
        content_type: 'application/pdf',
      },
    ]);
  });

  it('a Content-ID that the html does not show leaves an attachment a file', async () => {
    const send = await sendOf(
      mail(
        ...head,
        'Content-Type: multipart/mixed; boundary=B',
        '',
        '--B',
        'Content-Type: text/html',
        '',
        '<p>hi</p>',
        '--B',
        'Content-Type: application/pdf',
        'Content-ID: <f_1>',
        'Content-Disposition: attachment; filename="../a.pdf"',
        '',
        'x',
        '--B',
        'Content-Type: text/calendar; method=REQUEST; charset=utf-8',
        '',
        'BEGIN:VCALENDAR',
        '--B',
        'Content-Type: message/rfc822',
        '',
        'From: Inner <inner@x.example>',
        'Subject: inner',
        '',
        'inner text',
        '--B--',
      ),
    );
    expect(
      send.attachments?.map(({ filename, content_type, content_id }) => [filename, content_type, content_id]),
    ).toEqual([
      ['../a.pdf', 'application/pdf', undefined],
      ['attachment-2.ics', 'text/calendar; charset=utf-8; method=REQUEST', undefined],
      ['attachment-3.eml', 'message/rfc822', undefined],
    ]);
    expect(send.html).not.toContain('inner');
    // Only with its CRLFs can it be passed on as message/rfc822; the last one belongs to the boundary.
    expect(Buffer.from(send.attachments?.[2]?.content ?? '', 'base64').toString()).toBe(
      'From: Inner <inner@x.example>\r\nSubject: inner\r\n\r\ninner text',
    );
  });

  it.each([
    ['7bit', 'a;b\r\n1;2\r\n', 'a;b\r\n1;2\r\n'],
    ['7bit', 'no line break at the end', 'no line break at the end'],
    ['7bit', '\r\n\r\n', '\r\n\r\n'],
    ['7bit', '', ''],
    ['8bit', 'gr\xfc\xdfe\r\n', 'gr\xfc\xdfe\r\n'],
    ['binary', `${'x'.repeat(70)}\r\n`.repeat(2_000), `${'x'.repeat(70)}\r\n`.repeat(2_000)],
    ['quoted-printable', 'a=3Bb\r\nsoft=\r\n line\r\n', 'a;b\r\nsoft line\r\n'],
    ['quoted-printable', 'unix=0Alines=0A', 'unix\nlines\n'],
    ['quoted-printable', 'ends softly=\r\n', 'ends softly'],
    ['base64', 'dW5peApsaW5lcwo=', 'unix\nlines\n'],
  ])('a file sent as %s arrives byte for byte: %j', async (encoding, written, bytes) => {
    const type = ['Content-Type: text/csv; name=a.csv', `Content-Transfer-Encoding: ${encoding}`];
    const inParts = ['Content-Type: multipart/mixed; boundary=B', '', '--B', ...type, '', written, '--B--'];
    const attached = ['Content-Type: multipart/mixed; boundary=B', '', '--B'];
    const disposition = 'Content-Disposition: attachment; filename=a.txt';
    const asText = [
      ...attached,
      'Content-Type: text/plain',
      disposition,
      ...type.slice(1),
      '',
      written,
      '--B--',
    ];
    for (const lines of [inParts, asText]) {
      const [file] = (await sendOf(mail(...head, ...lines))).attachments ?? [];
      expect(Buffer.from(file?.content ?? '', 'base64').toString('latin1')).toBe(bytes);
    }
  });

  it('a scan that is the whole mail, and what S/MIME and PGP/MIME sign with, arrive byte for byte', async () => {
    const armor = '-----BEGIN PGP SIGNATURE-----\r\n\r\niHUEABYKAB0=\r\n-----END PGP SIGNATURE-----\r\n';
    const pgp = await sendOf(
      mail(
        ...head,
        'Content-Type: multipart/signed; boundary=B; protocol="application/pgp-signature"',
        ...['', '--B', 'Content-Type: text/plain', '', 'Signed words', '--B'],
        ...['Content-Type: application/pgp-signature; name=signature.asc', '', armor, '--B--'],
      ),
    );
    expect(Buffer.from(pgp.attachments?.[0]?.content ?? '', 'base64').toString()).toBe(armor);
    expect(pgp.text).toBe('Signed words\n');
    const whole = await sendOf(mail(...head, 'Content-Type: application/json; name=a.json', '', '{', '}'));
    expect(Buffer.from(whole.attachments?.[0]?.content ?? '', 'base64').toString()).toBe('{\r\n}\r\n');
  });

  it('an invitation arrives with the line breaks that RFC 5545 wants', async () => {
    const send = await sendOf(
      mail(...head, 'Content-Type: text/calendar; method=REQUEST', '', 'BEGIN:VCALENDAR', 'END:VCALENDAR'),
    );
    expect(Buffer.from(send.attachments?.[0]?.content ?? '', 'base64').toString()).toBe(
      'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
    );
  });

  it('a message without body and subject goes through with an empty text and a stand-in', async () => {
    const send = await sendOf(mail('From: a@shop.example', 'To: ada@example.com', ''));
    expect([send.text, send.subject, 'html' in send]).toEqual(['', '(no subject)', false]);
    expect((await sendOf(mail('From: a@shop.example', 'Subject: =?utf-8?Q?=0A?=', '', 'x'))).subject).toBe(
      '(no subject)',
    );
  });
});

it('keeps the headers that recipients need and drops all others without a word', async () => {
  const send = await sendOf(
    withControls(
      'Message-ID: <client@x.example>',
      'Date: Fri, 20 Nov 2026 10:00:00 +0000',
      'Received: from a by b',
      'Bcc: eve@example.com',
      'Resent-To: eve@example.com',
      'ARC-Seal: i=1',
      'DKIM-Signature: v=1',
      'List-Unsubscribe: <https://x.example>',
      'In-Reply-To: <1@x.example>',
      'References: <1@x.example>',
      '\t<2@x.example>',
      'Auto-Submitted: auto-generated',
      'List-Id: News <news.x.example>',
      'Importance: high',
      'X-Order: 4711',
      'X-Order: 4712',
      `X-Long: ${'x'.repeat(1_001)}`,
      'X-Odd_Name: 1',
      'Organization: x',
    ),
  );
  expect(send.headers).toEqual({
    'In-Reply-To': '<1@x.example>',
    References: '<1@x.example> <2@x.example>',
    'Auto-Submitted': 'auto-generated',
    'List-Id': 'News <news.x.example>',
    Importance: 'high',
    'X-Order': '4711',
  });
});

it('a thread that outgrew its header keeps its first and its newest ids', async () => {
  const ids = Array.from({ length: 60 }, (_, i) => `<message-number-${i}@mail.example>`);
  const references =
    (await sendOf(withControls(`References: ${ids.join('\r\n ')}`))).headers?.['References'] ?? '';
  expect(references.length).toBeLessThanOrEqual(1_000);
  expect(references.startsWith('<message-number-0@mail.example> <')).toBe(true);
  expect(references.endsWith('<message-number-58@mail.example> <message-number-59@mail.example>')).toBe(true);
});

describe('control headers', () => {
  it('become fields of the request and never reach a recipient', async () => {
    const send = await sendOf(
      withControls(
        'X-Postrider-Idempotency-Key: key-1',
        'X-Postrider-Tag: plan = pro=1',
        'X-Postrider-Tag: team=blue',
        'X-Postrider-Metadata-OrderId: =?utf-8?Q?4711_=C3=BC?=',
        'X-Postrider-Kind: invoice.paid',
        'X-Postrider-Track-Opens: true',
        'X-Postrider-Track-Clicks: no',
        'X-Postrider-Scheduled-At: 2026-12-01T10:00:00+01:00',
        'X-Postrider-Unknown: 1',
      ),
    );
    expect(send).toMatchObject({
      idempotency_key: 'key-1',
      tags: [
        { name: 'plan', value: 'pro=1' },
        { name: 'team', value: 'blue' },
      ],
      metadata: { OrderId: '4711 ü' },
      kind: 'invoice.paid',
      track: { opens: true, clicks: false },
      scheduled_at: '2026-12-01T10:00:00+01:00',
    });
    expect(send.headers).toBeUndefined();
  });

  it('of other services are understood', async () => {
    const send = await sendOf(
      withControls(
        'Resend-Idempotency-Key: key-2',
        'X-PM-Tag: welcome',
        'X-PM-Metadata-color: red',
        'X-SES-MESSAGE-TAGS: a=1, b=2',
        'X-Mailgun-Tag: news',
      ),
    );
    expect(send.idempotency_key).toBe('key-2');
    expect(send.metadata).toEqual({ color: 'red' });
    expect(send.tags?.map(({ name, value }) => `${name}=${value}`)).toEqual([
      'tag=welcome',
      'a=1',
      'b=2',
      'tag=news',
    ]);
    expect(send.headers).toBeUndefined();
  });

  it('a template replaces subject and bodies', async () => {
    const send = await sendOf(
      withControls('X-Postrider-Template: welcome', 'X-Postrider-Template-Data: {"name":"Ada"}'),
    );
    expect(send.template).toEqual({ slug: 'welcome', data: { name: 'Ada' } });
    expect(['subject', 'text', 'html'].some((field) => field in send)).toBe(false);
    const byId = await sendOf(withControls('X-Postrider-Template: 019A8F00-1234-7abc-8def-0123456789ab'));
    expect(byId.template).toEqual({ id: '019A8F00-1234-7abc-8def-0123456789ab' });
  });

  it.each([
    'X-Postrider-Tag: no equals sign',
    'X-Postrider-Track-Opens: maybe',
    'X-Postrider-Template-Data: {"name":"Ada"}',
    'X-Postrider-Template-Data: {oops',
    'X-Postrider-Template-Data: [1]',
  ])('%s is refused', async (line) => {
    expect(await replyTo(withControls(line))).toBe('550 5.6.0');
  });
});

it('the derived key is the same for the same mail and different for any other', () => {
  const submission = {
    keyId: 'k',
    messageId: '<1@x>',
    envelope: { from: 'a@x.example', to: ['b@x.example', 'c@x.example'] },
  };
  const key = derivedIdempotencyKey(submission);
  expect(key).toMatch(/^smtp-[0-9a-f]{64}$/);
  expect(
    derivedIdempotencyKey({
      ...submission,
      envelope: { from: 'A@x.example', to: ['c@x.example', 'B@X.example'] },
    }),
  ).toBe(key);
  expect(derivedIdempotencyKey({ ...submission, keyId: 'l' })).not.toBe(key);
  expect(derivedIdempotencyKey({ ...submission, messageId: '<2@x>' })).not.toBe(key);
  expect(
    derivedIdempotencyKey({ ...submission, envelope: { ...submission.envelope, to: ['b@x.example'] } }),
  ).not.toBe(key);
  expect(derivedIdempotencyKey({ ...submission, messageId: null })).toBeNull();
});

describe('properties', () => {
  const line = fc.oneof(
    fc.constantFrom(
      ...head,
      'Content-Type: multipart/mixed; boundary=B',
      '--B',
      '--B--',
      '',
      'Content-Transfer-Encoding: base64',
      'X-Postrider-Tag: a=b',
    ),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );

  it('no message makes the parser throw, and what it accepts has a sender and a recipient', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 30 }), async (lines) => {
        const parsed = await parseIncomingMessage(Buffer.from(lines.join('\r\n')), envelope);
        if (parsed.ok)
          expect([parsed.send.from !== '', parsed.send.to]).toEqual([
            true,
            [expect.stringContaining('ada@example.com')],
          ]);
        else expect(parsed.reply.code).toBeGreaterThanOrEqual(500);
      }),
    );
  });

  it('a composed message read back is the request it was made from', async () => {
    const words = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 80 })
      .map((text) => text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim());
    await fc.assert(
      fc.asyncProperty(words, words, async (subject, text) => {
        fc.pre(subject !== '' && text !== '');
        const raw = composeMessage({
          emailId: '1',
          domain: 'shop.example',
          date: new Date(0),
          from: 'a@shop.example',
          to: ['ada@example.com'],
          subject,
          text,
        });
        const send = await sendOf(raw);
        expect([send.subject, send.text?.trim(), hasBareNewlineOrNul(raw)]).toEqual([subject, text, false]);
      }),
    );
  });

  it('a deeply nested or huge message is answered, not followed', async () => {
    const nested = Array.from({ length: 2_000 }, (_, i) => [
      `Content-Type: multipart/mixed; boundary=B${i}`,
      '',
      `--B${i}`,
    ]).flat();
    expect(await replyTo(mail('From: a@shop.example', ...nested))).toBe('550 5.6.0');
    expect(await replyTo(mail('From: a@shop.example', `X-A: ${'x'.repeat(2_000_000)}`, '', 'x'))).toBe(
      '550 5.6.0',
    );
  });
});
