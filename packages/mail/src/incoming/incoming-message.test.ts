import { composeMessage } from '../composing/compose-message';
import { head, mail, replyTo, sendOf, withControls } from './incoming-mail.fixture';

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

  it.each([
    ['an empty group', ['To: undisclosed-recipients:;']],
    ['several To headers, none of them sent to', ['To: d@x.example', 'To: e@x.example']],
    ['no To, and a Bcc that came with the mail', ['Bcc: b@x.example, c@x.example']],
  ])('are hidden from each other when no To names one of them: %s', async (_, lines) => {
    const both = ['b@x.example', 'c@x.example'];
    const { to, cc, bcc, hide_recipients, headers } = await sendOf(
      mail('From: a@shop.example', ...lines, '', 'x'),
      both,
    );
    expect({ to, cc, bcc, hide_recipients, headers }).toEqual({ to: both, hide_recipients: true });
  });

  it('of several To headers all count', async () => {
    const send = await sendOf(mail('From: a@shop.example', 'To: b@x.example', 'To: c@x.example', '', 'x'), [
      'c@x.example',
      'b@x.example',
    ]);
    expect([send.to, send.bcc, send.hide_recipients]).toEqual([
      ['b@x.example', 'c@x.example'],
      undefined,
      undefined,
    ]);
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
  ['a From that is no address', ['From: no-address'], '553 5.6.0'],
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
        // Something is to be written into it, so that it is read into its parts.
        'X-Postrider-Track-Opens: true',
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
        '--B',
        'Content-Type: image/jpeg',
        '',
        'x',
        '--B',
        'Content-Type: application/x-unknown',
        '',
        'x',
        '--B--',
      ),
    );
    expect(
      send.attachments?.map(({ filename, content_type, content_id }) => [filename, content_type, content_id]),
    ).toEqual([
      ['../a.pdf', 'application/pdf', undefined],
      ['attachment-2.ics', 'text/calendar; charset=utf-8; method=REQUEST', undefined],
      ['attachment-3.eml', 'message/rfc822', undefined],
      ['attachment-4.jpg', 'image/jpeg', undefined],
      ['attachment-5.bin', 'application/x-unknown', undefined],
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

  it('a scan that is the whole mail arrives byte for byte', async () => {
    const whole = await sendOf(mail(...head, 'Content-Type: application/json; name=a.json', '', '{', '}'));
    expect(Buffer.from(whole.attachments?.[0]?.content ?? '', 'base64').toString()).toBe('{\r\n}\r\n');
  });

  it('an invitation arrives with the line breaks that RFC 5545 wants', async () => {
    const send = await sendOf(
      mail(
        ...head,
        'Content-Type: multipart/mixed; boundary=B',
        ...['', '--B', 'Content-Type: text/calendar; method=REQUEST', ''],
        ...['BEGIN:VCALENDAR', 'END:VCALENDAR', '--B--'],
      ),
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

describe('several Reply-To addresses', () => {
  it.each([
    ['in one header', ['Reply-To: a@x.example, B <b@x.example>']],
    ['in two headers', ['Reply-To: a@x.example', 'Reply-To: b@x.example']],
    ['in a group', ['Reply-To: team: a@x.example, b@x.example;']],
  ])('are refused, since a request has one: %s', async (_, lines) => {
    expect(await replyTo(mail(...head, ...lines, '', 'x'))).toBe('550 5.6.0');
  });

  it.each([
    ['named twice', ['Reply-To: A <a@x.example>', 'Reply-To: a@X.example'], 'A <a@x.example>'],
    ['with a comment', ['Reply-To: a@x.example (the (whole) team)'], 'the whole team <a@x.example>'],
    ['beside what is none', ['Reply-To: none, a@x.example'], 'a@x.example'],
    ['that is none', ['Reply-To: <>'], undefined],
  ])('one is kept: %s', async (_, lines, expected) => {
    expect((await sendOf(mail(...head, ...lines, '', 'x'))).reply_to).toBe(expected);
  });
});

describe('text that is labelled wrong or not at all', () => {
  const utf8 = (text: string): string => Buffer.from(text).toString('latin1');

  it("of Debian's cron arrives as it was written", async () => {
    const send = await sendOf(
      mail(
        `From: ${utf8('root (Cron-Dämon)')} <root@shop.example>`,
        `Subject: Cron <root@web> echo ${utf8('Grüße')}`,
        'MIME-Version: 1.0',
        'Content-Type: text/plain; charset=ANSI_X3.4-1968',
        'Content-Transfer-Encoding: 8bit',
        'X-Cron-Env: <LANG=C>',
        '',
        utf8('Grüße — €5 👋'),
      ),
    );
    expect([send.subject, send.text]).toEqual(['Cron <root@web> echo Grüße', 'Grüße — €5 👋\n']);
  });

  it('of a program that knows Latin-1 alone arrives as it was written', async () => {
    const send = await sendOf(
      mail('From: J\xf6rg <a@shop.example>', 'Subject: Gr\xfc\xdfe', '', 'Gr\xfc\xdfe f\xfcr 5 \x80'),
    );
    expect([send.from, send.subject, send.text]).toEqual([
      'Jörg <a@shop.example>',
      'Grüße',
      'Grüße für 5 €\n',
    ]);
  });
});

it('a text file keeps its octets, its name and its charset', async () => {
  const { text, attachments } = await sendOf(
    mail(
      ...head,
      'Content-Type: multipart/mixed; boundary=B',
      ...[
        '',
        '--B',
        '',
        'body',
        '--B',
        'Content-Type: text/csv; charset=ISO-8859-1; name="Gr\xf6\xdfen.csv"',
      ],
      ...['Content-Disposition: inline', '', 'gr\xfcn', '--B', 'Content-Type: text/plain; name=log.txt'],
      ...['', 'log', '--B--'],
    ),
  );
  expect(text).toBe('body\n');
  expect(attachments).toEqual([
    {
      filename: 'Größen.csv',
      content: Buffer.from('gr\xfcn', 'latin1').toString('base64'),
      content_type: 'text/csv; charset=ISO-8859-1',
    },
    { filename: 'log.txt', content: Buffer.from('log').toString('base64'), content_type: 'text/plain' },
  ]);
});

it('an image is inside the HTML, however its Content-ID is written', async () => {
  for (const id of ['<<logo@x>>', ' < logo@x > ', 'logo@x']) {
    for (const source of ['logo@x', 'logo%40x']) {
      const { attachments } = await sendOf(
        mail(
          ...head,
          'Content-Type: multipart/mixed; boundary=B',
          ...['', '--B', 'Content-Type: text/html', '', `<img src="cid:${source}">`],
          ...['--B', 'Content-Type: image/png', `Content-ID: ${id}`, '', 'x', '--B--'],
        ),
      );
      expect(attachments?.[0]?.content_id).toBe('logo@x');
    }
  }
});

it.each([
  ['without a boundary', 'multipart/alternative'],
  ['with a boundary that never comes', 'multipart/mixed; boundary=y'],
])('a multipart %s is refused, and not sent empty', async (_, type) => {
  expect(await replyTo(mail(...head, `Content-Type: ${type}`, '', '--x', '', 'Hello', '--x--'))).toBe(
    '550 5.6.0',
  );
});

it.each(['text', 'plain', '', 'text/plain charset=utf-8'])('a mail of type %j is its text', async (type) => {
  const { text, attachments } = await sendOf(mail(...head, `Content-Type: ${type}`, '', 'Hello'));
  expect([text, attachments]).toEqual(['Hello\n', undefined]);
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
