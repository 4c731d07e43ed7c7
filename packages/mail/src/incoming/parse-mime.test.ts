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
    ).toEqual(['%PDF-1.7\r\n', 'a,b\n1,2\n']);
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
