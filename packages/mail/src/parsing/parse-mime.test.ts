import type { Email } from 'postal-mime';
import PostalMime from 'postal-mime';
import { parseMime } from './parse-mime';

const parts = [
  ['text/plain; charset=iso-8859-1', '8bit', Buffer.from('Gr\xfc\xdfe\r\nund mehr\r\n', 'latin1')],
  ['text/html; charset=utf-8', 'quoted-printable', Buffer.from('<p>Gr=C3=BC=C3=9F=\r\ne</p>\r\n')],
  ['application/pdf; name="a.pdf"', 'base64', Buffer.from('JVBERi0xLjcNC\r\ng==\r\n')],
  ['text/csv; name="a.csv"', '7bit', Buffer.from('a,b\r\n1,2\r\n')],
] as const;

/** Every decoder, in one message. */
const message = Buffer.concat([
  Buffer.from('From: a@x.test\r\nSubject: parts\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n'),
  ...parts.flatMap(([type, encoding, body]) => [
    Buffer.from(`--b\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`),
    body,
  ]),
  Buffer.from('--b--\r\n'),
]);

const options = { attachmentEncoding: 'base64' } as const;

describe('reading MIME', () => {
  it('reads every transfer encoding to its last byte', async () => {
    const mail = await parseMime(message, options);
    // The parser renders the HTML into the text, too.
    expect(mail.text).toMatch(/^Grüße\nund mehr\n/);
    expect(mail.html).toContain('<p>Grüße</p>');
    expect(
      mail.attachments.map(({ content }) => Buffer.from(content as string, 'base64').toString()),
    ).toEqual(['%PDF-1.7\r\n', 'a,b\r\n1,2']);
  });

  it('makes no Blob, which would cost ten times as much', async () => {
    const blob = globalThis.Blob;
    globalThis.Blob = class {
      constructor() {
        throw new Error('a Blob was made');
      }
    } as unknown as typeof Blob;
    try {
      await expect(parseMime(message, options)).resolves.toMatchObject({ subject: 'parts' });
    } finally {
      globalThis.Blob = blob;
    }
  });
});

describe('reading bodies a block at a time', () => {
  const bodies = [
    ['nothing', ''],
    ['one line', 'a\r\n'],
    ['no line break at the end', 'a\r\nb'],
    ['empty lines around', '\r\n\r\na\r\n\r\n\r\n'],
    ['lines like boundaries', '--\r\n--x\r\n --b\r\na\r\n--b-\r\n'],
    ['line feeds alone', 'a\nb\n\nc'],
    ['carriage returns alone', 'a\rb\r\r\nc\r'],
    ['more than a block', `${'0123456789abcdef\r\n'.repeat(9_000)}end`],
    ['a line longer than a block', `a\r\n${'x'.repeat(150_000)}\r\nb\r\n`],
  ] as const;
  // Around the end of the first block, in steps of an octet.
  const dashes = Array.from({ length: 6 }, (_none, shift) => {
    const before = `${'x'.repeat(65_535)}\r\n`.slice(shift);
    return [
      `dashes at the edge of a block, ${shift}`,
      `${before.replaceAll('xxxxxx', 'xxxx\r\n')}--x\r\nend`,
    ] as const;
  });
  const wrapped = (encoding: string, body: string): string[] => {
    // Each octet is possible in this charset, so that ours and the library's reading of it are the same.
    const part = `Content-Type: text/plain; charset=iso-8859-2\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}`;
    const multipart = `Content-Type: multipart/mixed; boundary=b\r\n\r\npreamble\r\n--b\r\n${part}`;
    return [
      part,
      `${multipart}\r\n--b--\r\nepilogue\r\n`,
      `${multipart}\r\n--b\r\nContent-Type: application/octet-stream\r\n\r\n${body}\r\n--b--`,
      // Never closed.
      multipart,
    ];
  };

  /** A file of lines as it was sent; the library ends each with LF, the last one too. */
  const withLineBreaksKept = (mail: Email): Email => ({
    ...mail,
    attachments: mail.attachments.map((file) => {
      const text = Buffer.from(file.content as string, 'base64')
        .toString('latin1')
        .replaceAll('\n', '\r\n');
      return { ...file, content: Buffer.from(text.slice(0, -2), 'latin1').toString('base64') };
    }),
  });

  it.each([...bodies, ...dashes])('gives what the library alone gives: %s', async (_what, body) => {
    for (const encoding of ['7bit', 'base64', 'quoted-printable']) {
      for (const part of wrapped(encoding, body)) {
        const raw = Buffer.from(`From: a@x.test\r\n${part}`);
        const untouched = Buffer.from(raw);
        const alone = await PostalMime.parse(untouched, options);
        expect(await parseMime(raw, options)).toEqual(withLineBreaksKept(alone));
        // As bytes: comparing them one by one as elements takes seconds.
        expect(raw.equals(untouched)).toBe(true);
      }
    }
  });

  it('does not wait for each line', async () => {
    const processLine = jest.spyOn(
      PostalMime.prototype as unknown as { processLine: () => Promise<void> },
      'processLine',
    );
    await parseMime(Buffer.from(`From: a@x.test\r\n\r\n${'a\r\n'.repeat(1_000)}`), options);
    expect(processLine.mock.calls.length).toBeLessThan(10);
    processLine.mockRestore();
  });
});
