import { parseMimeTree, type ParsedTree } from './parse-mime';

const options = { attachmentEncoding: 'arraybuffer', forceRfc822Attachments: true } as const;
const read = (...lines: readonly string[]): Promise<ParsedTree> =>
  parseMimeTree(Buffer.from(`From: a@b.example\r\n${lines.join('\r\n')}\r\n`, 'latin1'), options);

const multipart = (type: string, ...parts: readonly (readonly string[])[]): string[] => [
  `Content-Type: multipart/${type}; boundary=b`,
  '',
  ...parts.flatMap((part) => ['--b', ...part]),
  '--b--',
];
const body = ['Content-Type: text/plain', '', 'body'];

/** Text, HTML and the names of files. */
async function seen(...lines: readonly string[]): Promise<[string, string, (string | null)[]]> {
  const { mail } = await read(...lines);
  return [mail.text?.trim() ?? '', mail.html?.trim() ?? '', mail.attachments.map(({ filename }) => filename)];
}

describe('a text with a file name', () => {
  it.each([
    ['inline', ['Content-Type: text/plain', 'Content-Disposition: inline; filename="log.txt"']],
    ['named by its type alone', ['Content-Type: text/plain; name="log.txt"']],
    [
      'with an encoded name',
      ['Content-Type: text/plain', "Content-Disposition: inline; filename*=utf-8''log.txt"],
    ],
    ['of an unknown disposition', ['Content-Type: text/plain; name=log.txt', 'Content-Disposition: file']],
    ['inline HTML', ['Content-Type: text/html; name=log.txt', 'Content-Disposition: inline']],
  ])('is a file, with its octets: %s', async (_what, head) => {
    const lines = multipart('mixed', body, [...head, '', 'caf\xe9', 'log']);
    expect(await seen(...lines)).toEqual(['body', '', ['log.txt']]);
    const { mail } = await read(...lines);
    expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer).toString('latin1')).toBe(
      'caf\xe9\r\nlog',
    );
  });

  it('is a file also where there is no other text', async () => {
    const file = (name: string): string[] => [
      'Content-Type: text/plain',
      `Content-Disposition: inline; filename=${name}`,
      '',
      'x',
    ];
    expect(await seen(...multipart('mixed', file('a.txt'), file('b.txt')))).toEqual([
      '',
      '',
      ['a.txt', 'b.txt'],
    ]);
  });

  it('is the body where programs name the body', async () => {
    const named = ['Content-Type: text/html; name="message.html"', '', '<p>hi</p>'];
    const image = ['Content-Type: image/png; name=a.png', '', 'x'];
    expect(await seen(...named)).toEqual(['', '<p>hi</p>', []]);
    expect(await seen('Content-Disposition: inline; filename=a.txt', '', 'hi')).toEqual(['hi', '', []]);
    expect(await seen(...multipart('mixed', named, image))).toEqual(['', '<p>hi</p>', ['a.png']]);
    const sap = [
      'Content-Type: text/html',
      'Content-Disposition: inline; filename=sapwebform.htm',
      '',
      '<p>hi</p>',
    ];
    expect(await seen(...multipart('related', sap, image))).toEqual(['', '<p>hi</p>', ['a.png']]);
    expect(await seen(...multipart('alternative', body, named))).toEqual(['body', '<p>hi</p>', []]);
  });
});

describe('a Content-Type', () => {
  it.each([
    'text',
    'plain',
    '',
    'text/',
    'TEXT',
    'text; charset=iso-8859-1',
    '; charset=iso-8859-1',
    'text/plain charset=iso-8859-1',
    'text / plain; charset=iso-8859-1',
    'text/plain, charset=iso-8859-1',
    'text/plain;charset="iso-8859-1',
    'text/plain (Klartext); charset=iso-8859-1',
  ])('%j means text', async (type) => {
    expect(await seen(`Content-Type: ${type}`, '', 'caf\xe9')).toEqual(['café', '', []]);
    expect(await seen(...multipart('mixed', [`Content-Type: ${type}`, '', 'caf\xe9']))).toEqual([
      'café',
      '',
      [],
    ]);
  });

  it.each(['html', 'text/html charset=utf-8', 'HTML; charset=utf-8'])('%j means HTML', async (type) => {
    expect(await seen(`Content-Type: ${type}`, '', '<p>x</p>')).toEqual(['', '<p>x</p>', []]);
  });

  it('without a semicolon still has its boundary', async () => {
    const [, ...lines] = multipart('mixed', body);
    for (const type of [
      'multipart/mixed boundary=b',
      'multipart; boundary=b',
      'multipart/mixed, boundary="b"',
    ]) {
      expect(await seen(`Content-Type: ${type}`, ...lines)).toEqual(['body', '', []]);
    }
  });

  it('of a kind that is unknown stays a file', async () => {
    const part = ['Content-Type: octet-stream; name=a.bin', '', 'x'];
    expect(await seen(...multipart('mixed', body, part))).toEqual(['body', '', ['a.bin']]);
  });
});

describe('a multipart whose parts nothing separates', () => {
  const source = ['--x', 'Content-Type: text/plain', '', 'Hello', '--x--'];
  it.each([
    ['without a boundary', 'multipart/alternative'],
    ['with an empty boundary', 'multipart/mixed; boundary=""'],
    ['with a boundary that never comes', 'multipart/mixed; boundary=y'],
  ])('is read as one text: %s', async (_what, type) => {
    const whole = await read(`Content-Type: ${type}`, '', ...source);
    expect(whole.hasInseparableParts).toBe(true);
    expect(whole.mail.text).toContain('Hello');
    const nested = await read(...multipart('mixed', body, [`Content-Type: ${type}`, '', ...source]));
    expect(nested.hasInseparableParts).toBe(true);
    expect(nested.mail.text).toContain('Hello');
  });

  it('has its parts where the empty line before them is missing', async () => {
    const [type = '', , ...lines] = multipart('mixed', body, [
      'Content-Type: text/html; name=a.html',
      '',
      'x',
    ]);
    expect(await seen(type, 'MIME-Version: 1.0', ' folded', ...lines)).toEqual(['body', '', ['a.html']]);
    const { mail } = await read('X-A: 1', '--c: 2', '--d', type, '', ...lines);
    expect(mail.headers.map(({ key }) => key)).toEqual(['from', 'x-a', '--c', '--d', 'content-type']);
  });

  it('is nothing where it is empty, or where it has parts', async () => {
    const empty = await read('Content-Type: multipart/mixed; boundary=b', '', '', ' ');
    expect([empty.hasInseparableParts, empty.mail.text]).toEqual([false, undefined]);
    const [type = '', ...lines] = multipart('mixed', body);
    const preamble = await read(type, '', 'This is a multi-part message.', ...lines);
    expect([preamble.hasInseparableParts, preamble.mail.text]).toEqual([false, 'body\n']);
  });
});

describe('the charset of a text', () => {
  const utf8 = Buffer.from('Grüße 👋').toString('latin1');
  it.each([
    ['text/plain; charset=us-ascii', utf8, 'Grüße 👋'],
    ['text/plain; charset=ANSI_X3.4-1968', utf8, 'Grüße 👋'],
    ['text/html; charset=x-unknown', utf8, 'Grüße 👋'],
    ['text/plain', 'Gr\xfc\xdfe', 'Grüße'],
    ['text/plain; charset=utf-8', 'Gr\xfc\xdfe', 'Grüße'],
    ['text/plain; charset=iso-8859-1', 'Gr\xfc\xdfe', 'Grüße'],
    ['text/plain', '\x1b$BF|K\\\x1b(B', '日本'],
    ['text/plain; charset=euc-kr', '\x8c\x63\xb9\xe6', '똠방'],
    ['text/plain; charset=utf-8', '\xef\xbb\xbfx', 'x'],
  ])('%s, by its octets: %j', async (type, octets, text) => {
    const { mail } = await read(`Content-Type: ${type}`, '', octets);
    expect(mail.text ?? mail.html).toBe(`${text}\n`);
  });

  it('stays with a text that is a file, and with no other', async () => {
    const { mail } = await read(
      ...multipart(
        'mixed',
        body,
        ['Content-Type: text/csv; charset=iso-8859-1; name=a.csv', '', 'caf\xe9'],
        ['Content-Type: application/pdf; charset=binary; name=a.pdf', '', 'x'],
      ),
    );
    expect(mail.attachments.map(({ charset }) => charset)).toEqual(['iso-8859-1', undefined]);
  });
});
