import type { Email } from 'postal-mime';
import { parseMime } from './parse-mime';

const options = { attachmentEncoding: 'arraybuffer', forceRfc822Attachments: true } as const;

/** A header as it travels: each character is an octet. */
async function read(...fields: readonly string[]): Promise<Email> {
  const raw = Buffer.from(`${fields.join('\r\n')}\r\n\r\nbody\r\n`, 'latin1');
  return { ...(await parseMime(raw, options)), attachments: [] };
}

const utf8 = (text: string): string => Buffer.from(text).toString('latin1');
const word = (label: string, octets: Buffer): string => `=?${label}?B?${octets.toString('base64')}?=`;

describe('a header that was not encoded', () => {
  it.each([
    ['UTF-8', utf8('Grüße 👋'), 'Grüße 👋'],
    ['Latin-1', 'Gr\xfc\xdfe', 'Grüße'],
    ['windows-1252', '\x84Angebot\x93 zu 5 \x80', '„Angebot“ zu 5 €'],
    ['ISO-2022-JP', '\x1b$BF|K\\\x1b(B', '日本'],
    ['UTF-8 that was cut', utf8('Grüße aus Kö').slice(0, -1), 'Grüße aus K\ufffd'],
  ])('%s is read by its octets', async (_what, subject, text) => {
    expect((await read(`Subject: ${subject}`)).subject).toBe(text);
    const { from } = await read(`From: ${subject} <a@b.example>`);
    expect(from).toEqual({ name: text, address: 'a@b.example' });
  });

  it('is read in the charset of the body, where it is no UTF-8', async () => {
    const type = 'Content-Type: text/plain; format=flowed;\r\n\tcharset="windows-1251"';
    expect((await read('Subject: \xcf\xf0\xe8\xe2\xe5\xf2', type)).subject).toBe('Привет');
    expect((await read(type, `Subject: ${utf8('Привет')}`)).subject).toBe('Привет');
    // A character of Shift_JIS may end with a backslash or a bracket.
    const japanese = 'Content-Type: text/plain; charset=shift_jis';
    expect((await read(japanese, 'From: \x95\x5c\x8e\xa6 <a@b.example>')).from?.name).toBe('表示');
  });

  it('keeps its folded lines apart from other fields', async () => {
    const mail = await read('Subject: caf\xe9', ' cr\xe8me', 'X-A: 1');
    expect(mail.subject).toBe('café crème');
    expect(mail.headers.map(({ key }) => key)).toEqual(['subject', 'x-a']);
  });

  it('does not make a field of a name with other characters', async () => {
    const mail = await read(
      '\xa0From: evil@x.example',
      'From: a@b.example',
      '\xef\xbb\xbfSubject: evil\xff',
      'Subject: s',
    );
    expect([mail.from?.address, mail.subject]).toEqual(['a@b.example', 's']);
  });
});

describe('encoded words', () => {
  const smile = Buffer.from('Grüße 👋');
  it.each([
    ['that say us-ascii', word('us-ascii', smile), 'Grüße 👋'],
    ['that say ANSI_X3.4-1968', '=?ANSI_X3.4-1968?Q?Gr=C3=BC=C3=9Fe?=', 'Grüße'],
    ['with an unknown label', '=?x-unknown?Q?Gr=FC=DFe?=', 'Grüße'],
    ['with a label that is wrong', '=?utf-8?Q?Gr=FC=DFe?=', 'Grüße'],
    ['of cp949', word('ks_c_5601-1987', Buffer.from('8c63b9e6', 'hex')), '똠방'],
    ['of iso-2022-jp-ms', word('iso-2022-jp-ms', Buffer.from('\x1b$B-!\x1b(B', 'latin1')), '①'],
    ['with a language', '=?utf-8*de?Q?Gr=C3=BC=C3=9Fe?=', 'Grüße'],
    [
      'cut inside a character',
      `${word('utf-8', smile.subarray(0, 3))} ${word('utf-8', smile.subarray(3))}`,
      'Grüße 👋',
    ],
    [
      'cut in other ways',
      `${word('utf-8', smile.subarray(0, 10))}\r\n ${word('UTF8', smile.subarray(10, 11))}\r\n\t=?utf-8?q?=8B?=`,
      'Grüße 👋',
    ],
    ['of Japanese, cut between two octets', '=?iso-2022-jp?B?GyRCRg==?= =?ISO-2022-JP?B?fEtcGyhC?=', '日本'],
    ['of several charsets', '=?iso-8859-1?Q?=FC?= =?utf-8?Q?=C3=BC?= =?koi8-r?Q?=C0?=', 'üüю'],
    ['without a blank between them', '=?us-ascii?Q?=C3?==?us-ascii?Q?=BC?=', 'ü'],
    ['beside other text', 'A =?us-ascii?Q?=C3=BC?= and =?us-ascii?Q?=C3=BC?=', 'A ü and ü'],
    ['that are longer than a word may be', word('us-ascii', Buffer.from('👋'.repeat(100))), '👋'.repeat(100)],
    ['that are none', '=?utf-8?Q?a', '=?utf-8?Q?a'],
  ])('%s are read as they were meant', async (_what, subject, text) => {
    expect((await read(`Subject: ${subject}`)).subject).toBe(text);
    expect((await read(`From: ${subject} <a@b.example>`)).from).toEqual({
      name: text,
      address: 'a@b.example',
    });
  });

  it('do not become an address', async () => {
    const hidden = word('us-ascii', Buffer.from('ü <evil@x.example>, b@x.example'));
    const { to } = await read(`To: ${hidden} <a@b.example>`);
    expect(to).toEqual([{ name: 'ü <evil@x.example>, b@x.example', address: 'a@b.example' }]);
  });

  it('stay as they were written where they are right', async () => {
    const value = '=?UTF-8?Q?Gr=C3=BC=C3=9Fe?= =?UTF-8?B?w7w=?=';
    expect((await read(`X-A: ${value}`)).headers).toContainEqual({ key: 'x-a', originalKey: 'X-A', value });
  });
});

describe('a comment in an address field', () => {
  it.each([
    ['John (a (b) c) <x@y.example>', [{ name: 'John', address: 'x@y.example' }]],
    ['x@y.example (John (the boss) Smith)', [{ name: 'John the boss Smith', address: 'x@y.example' }]],
    [
      'Ann <x@y.example> (c (d), e), b@y.example',
      [
        { name: 'Ann', address: 'x@y.example' },
        { name: '', address: 'b@y.example' },
      ],
    ],
    ['(a (b (c)) d) x@y.example', [{ name: 'a b c d', address: 'x@y.example' }]],
    ['x@y.example (a \\) b <z@y.example>)', [{ name: 'a  b <z@y.example>', address: 'x@y.example' }]],
    ['"J (x (y)" <x@y.example>', [{ name: 'J (x (y)', address: 'x@y.example' }]],
    ['"a\\"(b(" <x@y.example>', [{ name: 'a"(b(', address: 'x@y.example' }]],
  ])('may have comments in it: %s', async (to, expected) => {
    expect((await read(`To: ${to}`)).to).toEqual(expected);
  });

  it('that never ends is read as before', async () => {
    expect((await read('To: x@y.example (a (b) c')).to).toHaveLength(1);
  });
});

describe('the name of a file', () => {
  it.each([
    ['raw', 'filename="Gr\xfc\xdfe.txt"', 'Grüße.txt'],
    ['raw UTF-8', `filename="${utf8('Grüße.txt')}"`, 'Grüße.txt'],
    [
      'in encoded words',
      `filename="${word('ks_c_5601-1987', Buffer.from('8c63b9e6', 'hex'))}.txt"`,
      '똠방.txt',
    ],
    [
      'in a word cut into parameters',
      'filename*0="=?utf-8?Q?Gr=C3"; filename*1="=BC=C3=9Fe.txt?="',
      'Grüße.txt',
    ],
    ['in a charset', "filename*=euc-kr''%8C%63%b9%e6.txt", '똠방.txt'],
    ['in the wrong charset', "filename*=us-ascii'de'Gr%C3%BC%C3%9Fe.txt", 'Grüße.txt'],
    [
      'in sections',
      "filename*0*=ks_c_5601-1987''%8C; filename*1*=%63%B9; filename*2*=%E6; filename*3=\".a'b.txt\"",
      "똠방.a'b.txt",
    ],
    ['in sections out of order', "filename*1*=%fce.txt; filename*0*=iso-8859-1''Gr", 'Grüe.txt'],
    ['in UTF-8', "filename*=UTF-8''Gr%C3%BC%C3%9Fe.txt", 'Grüße.txt'],
    [
      'beside one for old programs',
      'filename="x.txt"; filename*=iso-2022-jp-ms\'\'%1B$B-!%1B%28B.txt; size=3',
      '①.txt',
    ],
    ['with an asterisk', 'filename="a*=b\'c\'d.txt"', "a*=b'c'd.txt"],
  ])('%s is read as it was meant', async (_what, parameters, filename) => {
    const raw = `Content-Type: text/plain\r\nContent-Disposition: attachment; ${parameters}\r\n\r\nx\r\n`;
    const { attachments } = await parseMime(Buffer.from(raw, 'latin1'), options);
    expect(attachments.map((file) => file.filename)).toEqual([filename]);
  });
});
