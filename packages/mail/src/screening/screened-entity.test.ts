import { screenMessage } from './screen-message';
import { readScreenedEntity } from './screened-entity';

const link = '<a href="http://203.0.113.7/">Invoice</a>';
const part = (type: string, ...lines: readonly string[]) => [`Content-Type: ${type}`, '', ...lines];
const multi = (type: string, ...parts: readonly (readonly string[])[]) => {
  const boundary = `=${type.replace(/\W.*/, '')}`;
  return [
    `Content-Type: multipart/${type}; boundary="${boundary}"`,
    '',
    ...parts.flatMap((lines) => [`--${boundary}`, ...lines]),
    `--${boundary}--`,
  ];
};
const plain = part('text/plain', 'Dear all');
const html = part('text/html', link);
const forwarded = part('message/rfc822', 'Subject: Fwd', ...html);

async function reasonsOf(lines: readonly string[]): Promise<string[]> {
  const seen = await readScreenedEntity(Buffer.from(`${lines.join('\r\n')}\r\n`));
  const mail = { from: 'a@shop.example', subject: 'Hello', ...seen };
  return screenMessage(mail).reasons.map(({ code }) => code);
}

it.each<[string, readonly string[]]>([
  ['in what is signed', multi('signed', html, part('application/pgp-signature', 'x'))],
  [
    'in an alternative that some programs alone show',
    multi('alternative', plain, part('text/x-amp-html', link)),
  ],
  ['in a file', multi('mixed', plain, ['Content-Disposition: attachment; filename=a.html', ...html])],
  ['in XHTML', multi('related', part('application/xhtml+xml', link), plain)],
  ['in a forwarded mail', multi('mixed', plain, forwarded)],
  [
    'in a mail forwarded twice',
    multi('mixed', part('message/rfc822', 'Subject: Fwd', ...multi('digest', forwarded))),
  ],
  [
    'in base64',
    [
      'Content-Transfer-Encoding: base64',
      'Content-Type: text/html',
      '',
      Buffer.from(link).toString('base64'),
    ],
  ],
])('a link to an address is found %s', async (_, lines) => {
  expect(await reasonsOf(lines)).toEqual(['ip_link']);
});

it.each<[string, readonly string[]]>([
  ['encrypted by S/MIME', part('application/pkcs7-mime; smime-type=enveloped-data', 'MAA=')],
  ['signed so that only S/MIME shows it', multi('mixed', plain, part('application/x-pkcs7-mime', 'MAA='))],
  [
    'encrypted by PGP',
    multi(
      'encrypted',
      part('application/pgp-encrypted', 'Version: 1'),
      part('application/octet-stream', 'x'),
    ),
  ],
])('content that only the recipient can read is left to a person: %s', async (_, lines) => {
  expect(await reasonsOf(lines)).toEqual(['sealed_content']);
});

it('an ordinary bounce and an ordinary signature are clean', async () => {
  expect(await reasonsOf(multi('signed', plain, part('application/pgp-signature', 'x')))).toEqual([]);
  const status = part('message/delivery-status', 'Reporting-MTA: dns; mx.shop.example', '', 'Action: failed');
  expect(
    await reasonsOf(multi('report', plain, status, part('message/rfc822', 'Subject: Lost', ...plain))),
  ).toEqual([]);
});

it('messages that nest for the sake of nesting are not screened, so they are held', async () => {
  const deep = Array.from({ length: 8 }).reduce<readonly string[]>(
    (inner) => part('message/rfc822', 'Subject: x', ...inner),
    html,
  );
  await expect(readScreenedEntity(Buffer.from(deep.join('\r\n')))).rejects.toThrow('nest too deep');
});
