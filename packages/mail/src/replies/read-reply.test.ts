import fc from 'fast-check';
import { readReply, type ReplyMail } from './read-reply';

const mailOf = (...lines: readonly string[]): Buffer => Buffer.from(`${lines.join('\r\n')}\r\n`);

async function read(...lines: readonly string[]): Promise<ReplyMail> {
  const result = await readReply(mailOf(...lines));
  if (!result.ok) throw new Error(result.reason);
  return result.mail;
}

const head = ['From: Ada <ada@example.com>', 'To: reply@reply.shop.test', 'Subject: Re: Order'];

describe('a reply', () => {
  it('is read with what it answers', async () => {
    const mail = await read(
      ...head,
      'Message-ID: <1@example.com>',
      'In-Reply-To: <2@shop.test>',
      'References: <3@shop.test>',
      ' <2@shop.test>',
      '',
      'Thanks!',
      '',
      'On 1/2/24 03:04, Shop wrote:',
      '> Dear Ada',
    );
    expect(mail).toMatchObject({
      from: 'Ada <ada@example.com>',
      fromAddress: 'ada@example.com',
      to: ['reply@reply.shop.test'],
      subject: 'Re: Order',
      messageId: '<1@example.com>',
      references: ['<2@shop.test>', '<3@shop.test>'],
      automatic: false,
      html: null,
      replyText: 'Thanks!',
      attachments: [],
    });
    expect(mail.headers).toContainEqual({ name: 'References', value: '<3@shop.test> <2@shop.test>' });
  });

  it('has a new part also where there is only HTML', async () => {
    const { text, html, replyText } = await read(
      ...head,
      'Content-Type: text/html; charset=utf-8',
      '',
      '<style>p{}</style><p>Thanks,<br>it &amp; all has come.</p><p>Ada</p>',
      '<div class="gmail_quote">On Tue, Jan 2, 2024 at 3:04 AM Shop &lt;<a href="mailto:a@b.test">a@b.test</a>&gt; wrote:<br>',
      '<blockquote><p>Dear Ada</p><blockquote>older</blockquote>yours</blockquote></div>',
    );
    expect(text).toBeNull();
    expect(html).toContain('gmail_quote');
    expect(replyText).toBe('Thanks,\nit & all has come.\n\nAda');
  });

  it.each([
    ['Auto-Submitted: auto-replied', true],
    ['Subject: =?utf-8?Q?R=C3=A9ponse_automatique=C2=A0:_Commande?=', true],
    ['Precedence: list', false],
  ])('%s: written by a machine, %s', async (line, automatic) => {
    expect((await read('From: ada@example.com', line, '', 'x')).automatic).toBe(automatic);
  });

  it('is in UTF-8, whatever it came in', async () => {
    const lines = [...head, 'Content-Type: text/plain; charset=iso-8859-1', '', 'Gr\xfc\xdfe'];
    const result = await readReply(Buffer.from(lines.join('\r\n'), 'latin1'));
    expect(result).toMatchObject({ ok: true, mail: { text: 'Grüße\n' } });
  });
});

describe('a reply in its own charset', () => {
  const octets = async (...lines: readonly string[]): Promise<ReplyMail> => {
    const result = await readReply(Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1'));
    if (!result.ok) throw new Error(result.reason);
    return result.mail;
  };

  it('is read by its octets where its label says nothing', async () => {
    const mail = await octets(
      'From: J\xf6rg <joerg@example.com>',
      'Subject: =?us-ascii?Q?Gr=C3?= =?us-ascii?Q?=BC=C3=9Fe?=',
      'X-Company: M\xfcller',
      'Content-Type: text/plain; charset=us-ascii',
      '',
      Buffer.from('Grüße 👋').toString('latin1'),
    );
    expect(mail).toMatchObject({ from: 'Jörg <joerg@example.com>', subject: 'Grüße', text: 'Grüße 👋\n' });
    expect(mail.headers).toContainEqual({ name: 'X-Company', value: 'Müller' });
  });

  it('has Korean that is in cp949 alone', async () => {
    const { text } = await octets(
      ...head,
      'Content-Type: text/plain; charset="ks_c_5601-1987"',
      '',
      '\x8c\x63\xb9\xe6',
    );
    expect(text).toBe('똠방\n');
  });

  it('has text files as files, with their charset, also without a byte', async () => {
    const { text, attachments } = await octets(
      ...head,
      'Content-Type: multipart/mixed; boundary=b',
      ...['', '--b', '', 'See the files.', '--b', 'Content-Type: text/plain; charset=KOI8-R; name=a.txt'],
      ...['Content-Disposition: inline', 'Content-ID: <<a@b>>', '', '\xf0', '--b'],
      ...['Content-Type: text/html; name=empty.html', '', '--b--'],
    );
    expect(text).toBe('See the files.\n');
    expect(
      attachments.map((file) => [file.filename, file.contentType, file.contentId, file.content.length]),
    ).toEqual([
      ['a.txt', 'text/plain; charset=koi8-r', 'a@b', 1],
      ['empty.html', 'text/html', null, 0],
    ]);
  });

  it('quotes paragraphs whose lines flow', async () => {
    const { text, replyText } = await octets(
      ...head,
      'Content-Type: text/plain; format=flowed',
      ...['', '> a quoted \r\n> paragraph', 'My answer \r\ngoes on.'],
    );
    expect([text, replyText]).toEqual(['> a quoted paragraph\nMy answer goes on.\n', 'My answer goes on.']);
  });

  it('is not lost where its parts have no boundary', async () => {
    const { text } = await octets(
      ...head,
      'Content-Type: multipart/alternative',
      '',
      '--x',
      '',
      'Hello',
      '--x--',
    );
    expect(text).toContain('Hello');
  });
});

describe('a hostile mail', () => {
  it('gets no line break into a field', async () => {
    const mail = await read(
      'From: =?utf-8?Q?Ada=0D=0ABcc:_x@evil.test?= <ada@example.com>',
      'To: =?utf-8?Q?a=0Ab?= <reply@reply.shop.test>',
      'Subject: =?utf-8?Q?Hi=0D=0AX-Evil:_1=00?=',
      'X-Odd: a\tb\0c',
      '',
      'x\0y',
    );
    const fields = [
      mail.from,
      ...mail.to,
      mail.subject,
      ...mail.headers.flatMap(({ name, value }) => [name, value]),
    ];
    for (const field of fields) expect(field).not.toMatch(/\p{Cc}/u);
    expect(mail.text).not.toContain('\0');
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Windows\\evil.exe', 'evil.exe'],
    ['a\r\nX: b.txt', 'a X: b.txt'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['..', 'attachment-1.bin'],
    ['', 'attachment-1.bin'],
    [`${'x'.repeat(1_000)}.pdf`, `${'x'.repeat(251)}.pdf`],
  ])('the name of a file: %.40j', async (filename, expected) => {
    const encoded = `=?utf-8?B?${Buffer.from(filename).toString('base64')}?=`;
    const { attachments } = await read(
      ...head,
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: application/octet-stream',
      `Content-Disposition: attachment; filename="${encoded}"`,
      '',
      'bytes',
      '--b--',
    );
    expect(attachments.map((file) => file.filename)).toEqual([expected]);
    expect(attachments.map((file) => Buffer.from(file.content).toString())).toEqual(['bytes']);
  });

  it('the type of a file is a type', async () => {
    const { attachments } = await read(
      ...head,
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: TEXT/"html"; x=<script>',
      'Content-Disposition: attachment; filename=a',
      'Content-ID: <a b>',
      '',
      'bytes',
      '--b--',
    );
    expect(attachments[0]?.contentType).toMatch(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/);
    expect(attachments[0]?.contentId).toBeNull();
  });

  it('without a sender, a recipient, a subject or a body is a mail all the same', async () => {
    expect(await read('X: y', '', '')).toMatchObject({
      from: '',
      fromAddress: '',
      to: [],
      subject: '',
      html: null,
    });
    expect(await read('From: <>', 'To: undisclosed-recipients:;', '', '')).toMatchObject({
      from: '',
      to: [],
    });
  });

  it('is refused with a reason beyond the bounds', async () => {
    const parts = Array.from({ length: 10_000 }, () => ['--b', '', 'x']).flat();
    await expect(
      readReply(mailOf('Content-Type: multipart/mixed; boundary=b', '', ...parts)),
    ).resolves.toEqual({
      ok: false,
      reason: 'more than 1000 parts',
    });
  });

  it('is kept to its first 2,000,000 characters', async () => {
    const { text } = await read(...head, '', 'lines of text\r\n'.repeat(200_000));
    expect(text).toHaveLength(2_000_000);
  });

  it('never throws', async () => {
    const line = fc.constantFrom(
      '--b',
      '',
      'Content-Type: multipart/mixed; boundary=b',
      'From: <<>',
      'To: ,;:',
      '\0',
      '>',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(line, fc.string({ unit: 'binary' })), { maxLength: 30 }),
        async (lines) => {
          await readReply(mailOf(...lines));
        },
      ),
    );
  });
});
