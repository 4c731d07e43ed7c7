import { head, mail, sendOf } from './incoming-mail.fixture';

const signed = 'multipart/signed; protocol="application/pgp-signature"; micalg=pgp-sha512';
const part = (type: string, ...lines: readonly string[]) => [
  `Content-Type: ${type}`,
  '',
  ...(lines.length > 0 ? lines : ['x']),
];
const plain = part('text/plain', 'words');
const html = part('text/html', '<p>words</p>');

/** A multipart of these parts; each is its lines. */
function multi(type: string, ...parts: readonly (readonly string[])[]): string[] {
  const boundary = `=_${type.replace(/\W.*/, '')}${parts.length}`;
  const lines = parts.flatMap((lines) => [`--${boundary}`, ...lines]);
  return [`Content-Type: multipart/${type};`, `\tboundary="${boundary}"`, '', ...lines, `--${boundary}--`];
}

const sent = (...lines: readonly string[]) => sendOf(mail(...head, 'MIME-Version: 1.0', ...lines));
const decoded = (mime: string | undefined) => Buffer.from(mime ?? '', 'base64').toString('latin1');
const whole = (...lines: readonly string[]) => `${lines.join('\r\n')}\r\n`;

const report = multi(
  'report; report-type=delivery-status',
  part('text/plain', 'This is the mail system at host mx.shop.example.'),
  part(
    'message/delivery-status',
    'Reporting-MTA: dns; mx.shop.example',
    '',
    'Action: failed',
    'Status: 5.1.1',
  ),
  part('message/rfc822', 'From: a@shop.example', 'Subject: Lost', '', 'gr\xfc\xdfe'),
);

describe('a structure that text, html and files cannot express', () => {
  it.each<[string, readonly string[]]>([
    ['a bounce of Postfix', report],
    ['signed mail', multi(signed.slice(10), plain, part('application/pgp-signature', 'armor'))],
    [
      "signed mail with files, inside of a list's footer",
      multi('mixed', multi('signed', plain, plain), plain),
    ],
    [
      'encrypted mail',
      multi('encrypted', part('application/pgp-encrypted', 'Version: 1'), part('application/octet-stream')),
    ],
    [
      'S/MIME in one part',
      [
        'Content-Transfer-Encoding: base64',
        ...part('application/pkcs7-mime; smime-type=signed-data', 'MAA='),
      ],
    ],
    ['an invitation', multi('alternative', plain, part('text/calendar; method=REQUEST', 'BEGIN:VCALENDAR'))],
    ['AMP', multi('alternative', plain, part('text/x-amp-html'), html)],
    ['a forwarded mail', multi('mixed', plain, part('message/rfc822', 'Subject: Inner', '', 'inner'))],
    ['a digest', multi('digest', ['', 'Subject: One', '', 'one'], ['', 'Subject: Two', '', 'two'])],
    ['a page of another root', multi('related', part('application/xhtml+xml'), part('image/png'))],
    ['calendar alone', part('text/calendar', 'BEGIN:VCALENDAR')],
  ])('stays as it came: %s', async (_, lines) => {
    const send = await sent(...lines);
    expect(decoded(send.mime)).toBe(whole(...lines));
    expect([send.subject, send.html, send.text, send.attachments]).toEqual([
      'Hi',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is separated from the message around it: fields of the message go on as fields of the request', async () => {
    const send = await sendOf(
      mail('Content-Language: en', 'X-Order: 1', ...head, 'In-Reply-To: <1@x.example>', ...report),
    );
    expect(decoded(send.mime)).toBe(whole('Content-Language: en', ...report));
    expect(send.headers).toEqual({ 'X-Order': '1', 'In-Reply-To': '<1@x.example>' });
  });
});

it.each<[string, readonly string[]]>([
  ['text', plain],
  [
    'html with an image and a file',
    multi('mixed', multi('related', html, part('image/png')), part('application/pdf')),
  ],
  ['both', multi('alternative', plain, multi('related', html, part('image/png')))],
  [
    'a file in an alternative, as Apple writes it',
    multi('alternative', plain, multi('mixed', html, part('application/pdf'))),
  ],
  ['a calendar file', multi('mixed', plain, part('text/calendar; method=PUBLISH'))],
  ['a scan', part('application/pdf')],
])('what they can express is read into its parts: %s', async (_, lines) => {
  expect((await sent(...lines)).mime).toBeUndefined();
});

describe('with something to be written into it', () => {
  const invitation = multi('alternative', plain, part('text/calendar; method=REQUEST', 'BEGIN:VCALENDAR'));
  const signedMail = multi('signed', plain, part('application/pgp-signature', 'armor'));

  it.each([
    'X-Postrider-Track-Clicks: true',
    'X-Postrider-Kind: bulk.news',
    'X-Postrider-Tag: kind=bulk.news',
  ])(
    'mail is read into its parts, but for what is signed, which the API then refuses: %s',
    async (control) => {
      expect(await sent(control, ...invitation)).toMatchObject({ text: 'words\n', attachments: [{}] });
      expect(decoded((await sent(control, ...signedMail)).mime)).toBe(whole(...signedMail));
    },
  );

  it('mail of a template has only its files', async () => {
    const send = await sent('X-Postrider-Template: receipt', ...signedMail);
    expect([send.mime, send.text, send.attachments?.length]).toEqual([undefined, undefined, 1]);
  });

  it('switches that are off write nothing', async () => {
    expect((await sent('X-Postrider-Track-Opens: off', ...invitation)).mime).toBeDefined();
    expect((await sent('X-Postrider-Kind: receipt', ...invitation)).mime).toBeDefined();
  });
});

it.each<[string, readonly string[]]>([
  ['a line of 999 octets', multi('signed', part('text/plain', 'x'.repeat(999)), plain)],
  ['a name beyond ASCII in the header', multi('signed; name="\xe4"', plain, plain)],
  ['two Content-Types', [`Content-Type: ${signed}; boundary="=_report2"`, ...multi('report', plain, plain)]],
])('what cannot travel as it is is read into its parts, as ever: %s', async (_, lines) => {
  expect((await sent(...lines)).mime).toBeUndefined();
});
