import { composeMessage } from '../composing/compose-message';
import { viewEntity } from './entity-view';
import { readEntity } from './mime-entity';

const octets = (...lines: readonly string[]) => Buffer.from(lines.join('\r\n'), 'latin1');
const faultOf = (raw: Buffer) => {
  const reading = readEntity(raw);
  return reading.ok ? null : reading.fault;
};

const entity = octets(
  'Content-Type: multipart/signed; micalg=sha-256;',
  '\tboundary="B"',
  'content-description: Signed',
  '',
  'A preamble.',
  '--B',
  'Content-Type: text/plain; charset=iso-8859-1',
  '',
  'gr\xfc\xdfe  ',
  '.',
  '--B',
  'Content-Type: application/pkcs7-signature; name="smime.p7s"',
  'Content-Transfer-Encoding: base64',
  '',
  'MAA=',
  '--B--',
  'An epilogue.',
);

it.each<[string, Buffer, string]>([
  ['no header', octets('Just words.'), 'no empty line'],
  ['an empty header', octets('', '', 'words'), 'no Content-Type header field'],
  [
    'another field',
    octets('Subject: Hi', 'Content-Type: text/plain', '', 'x'),
    'header field Subject; only Content-*',
  ],
  ['no type', octets('Content-Language: en', '', 'x'), 'no Content-Type header field'],
  [
    'two types',
    octets('Content-Type: text/plain', 'Content-type: text/html', '', 'x'),
    'Content-type more than once',
  ],
  ['a line that is no field', octets('Content-Type: text/plain', 'words', '', 'x'), 'is not a field'],
  [
    'a fold of blanks',
    octets('Content-Type: text/plain', ' ', 'Content-ID: <1@x>', '', 'x'),
    'blank continuation line',
  ],
  ['8bit in the header', octets('Content-Type: text/plain; name="\xe4"', '', 'x'), 'non-ASCII characters'],
  ['NUL', octets('Content-Type: text/plain', '', 'a\0b'), 'a NUL'],
  ['LF alone', octets('Content-Type: text/plain', '', 'a\nBcc: b'), 'a bare LF'],
  ['CR alone', octets('Content-Type: text/plain', '', 'a\rb'), 'a bare LF'],
  [
    'LF alone in the header',
    octets('Content-Type: text/plain\nBcc: eve@x.example', '', 'x'),
    'non-ASCII characters',
  ],
  ['a long line', octets('Content-Type: text/plain', '', 'x'.repeat(999)), 'more than 998 octets'],
  [
    'a long line among short ones',
    octets('Content-Type: text/plain', '', 'x', 'x'.repeat(998), '', 'x'.repeat(999), 'x'),
    'more than 998 octets',
  ],
  [
    'a long header line',
    octets(`Content-Type: text/plain; x=${'x'.repeat(999)}`, '', 'x'),
    'more than 998 octets',
  ],
])('a message with %s is refused', (_, raw, fault) => {
  expect(faultOf(raw)).toContain(fault);
});

it('takes lines of 998 octets, the last one included', () => {
  const long = 'x'.repeat(998);
  expect(faultOf(octets('Content-Type: text/plain', '', long, '', long, 'x', long))).toBeNull();
  expect(faultOf(octets('Content-Type: text/plain', '', ''))).toBeNull();
});

it('keeps every octet, in a message whose own fields it leaves alone', () => {
  const reading = readEntity(Buffer.concat([octets('MIME-Version: 1.0', ''), entity]));
  if (!reading.ok) throw new Error(reading.fault);
  const raw = composeMessage({
    emailId: '019a-1',
    domain: 'shop.example',
    date: new Date('2026-11-20T10:00:00.000Z'),
    from: 'Shop <hello@shop.example>',
    to: ['ada@example.com'],
    subject: 'Grüße',
    headers: { 'X-Order': '1', 'Content-Language': 'de' },
    feedbackId: '1:2:3:postrider',
    entity: reading.entity,
  });
  const [head = '', ...body] = raw.toString('latin1').split('\r\n\r\n');
  const at = head.indexOf('Content-Type:');
  expect(`${[head.slice(at), ...body].join('\r\n\r\n')}`).toBe(`${entity.toString('latin1')}\r\n`);
  expect(head.slice(0, at).split('\r\n')).toEqual([
    'From: Shop <hello@shop.example>',
    'To: ada@example.com',
    expect.stringMatching(/^Subject: =\?/),
    'X-Order: 1',
    'Feedback-ID: 1:2:3:postrider',
    'Message-ID: <019a-1@shop.example>',
    'Date: Fri, 20 Nov 2026 10:00:00 +0000',
    'MIME-Version: 1.0',
    '',
  ]);
});

describe('the view', () => {
  it('shows text, html and the files', async () => {
    expect(await viewEntity(entity)).toEqual({
      ok: true,
      view: {
        html: null,
        text: 'grüße  \n.\n',
        files: [{ filename: 'smime.p7s', contentType: 'application/pkcs7-signature', size: 2 }],
      },
    });
  });

  it('refuses what the relay refuses for its shape', async () => {
    const parts = Array.from({ length: 1_001 }, () => ['--B', '', 'x']).flat();
    const many = octets('Content-Type: multipart/mixed; boundary=B', '', ...parts, '--B--');
    expect(await viewEntity(many)).toEqual({ ok: false, fault: 'has more than 1000 parts' });
  });

  it('refuses a multipart that recipients would see nothing of', async () => {
    for (const type of ['multipart/signed', 'multipart/mixed; boundary=C']) {
      const unreadable = octets(`Content-Type: ${type}`, '', '--B', '', 'x', '--B--', '');
      expect(await viewEntity(unreadable)).toMatchObject({
        ok: false,
        fault: expect.stringMatching(/boundary/) as string,
      });
    }
  });

  it('of a large one is empty, and no work', async () => {
    const line = `${'x'.repeat(76)}\r\n`;
    const large = Buffer.concat([
      octets('Content-Type: text/plain', '', ''),
      Buffer.from(line.repeat(20_000)),
    ]);
    expect(await viewEntity(large)).toEqual({ ok: true, view: { html: null, text: null, files: [] } });
  });
});
