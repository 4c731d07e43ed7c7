import { contentOf, partOf, type ArrivedMail } from './arrived-mail';
import { head, lines, multipart, utf8 } from './mail-lines';
import type { RealMessage } from './real-message';

const pngImage = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
  'base64',
);
const detachedSignature = Buffer.from('0\x82\x01\x0bsigned', 'latin1');
const armor = ['-----BEGIN PGP SIGNATURE-----', '', 'iHUEABYKAB0=', '-----END PGP SIGNATURE-----'];
const encryptedPart = ['-----BEGIN PGP MESSAGE-----', '', 'hF4DAAAA', '-----END PGP MESSAGE-----'];
const invitationPart = [
  'BEGIN:VCALENDAR',
  'METHOD:REQUEST',
  'BEGIN:VEVENT',
  'SUMMARY:Tea',
  'END:VEVENT',
  'END:VCALENDAR',
];
const longLine = 'All on one line. '.repeat(300).trim();

/** A message whose body, with the fields that describe it, arrives octet for octet. */
function wholeMessage(
  name: string,
  entity: readonly string[],
  arrives = 'as it was sent, octet for octet',
): RealMessage {
  return {
    name,
    write: (addresses) => lines(...head(addresses), ...entity),
    arrives,
    found: (mail) => [
      [
        entityOf(mail),
        lines(...entity)
          .toString('latin1')
          .trimEnd(),
      ],
    ],
  };
}

/** From the first field on that describes the body; the platform writes them last. One client ends with an empty line more. */
function entityOf({ source }: ArrivedMail): string {
  return source.slice(source.indexOf('MIME-Version: 1.0')).trimEnd();
}

/** What the parts of a message become. */
export const messagesOfParts: readonly RealMessage[] = [
  {
    name: 'plain text, lines that begin with dots',
    write: (addresses) => lines(...head(addresses), '', 'One', '.', '..two', '.three'),
    arrives: 'unchanged',
    found: (mail) => [[contentOf(mail, 'text/plain'), 'One\n.\n..two\n.three']],
  },
  {
    name: 'HTML with an inline image (multipart/related)',
    write: (addresses) =>
      lines(
        ...head(addresses),
        ...multipart(
          'related; type="text/html"',
          ['Content-Type: text/html; charset=utf-8', '', '<img src="cid:logo@shop">'],
          [
            'Content-Type: image/png; name="logo.png"',
            'Content-Transfer-Encoding: base64',
            'Content-ID: <logo@shop>',
            'Content-Disposition: inline; filename="logo.png"',
            '',
            pngImage.toString('base64'),
          ],
        ),
      ),
    arrives: 'the image inside the HTML, same Content-ID, same bytes; beside it a text made from the HTML',
    found: (mail) => [
      [mail.structure, 'multipart/alternative(text/plain, multipart/related(text/html, image/png))'],
      [contentOf(mail, 'text/html'), '<img src="cid:logo@shop">'],
      [partOf(mail, 'image/png')?.contentId, '<logo@shop>'],
      [contentOf(mail, 'image/png'), pngImage.toString('latin1')],
    ],
  },
  wholeMessage(
    'calendar invitation (text/calendar; method=REQUEST)',
    multipart(
      'alternative',
      ['Content-Type: text/plain', '', 'Tea at five'],
      ['Content-Type: text/calendar; charset=utf-8; method=REQUEST', '', ...invitationPart],
    ),
  ),
  {
    name: 'calendar file (text/calendar in multipart/mixed)',
    write: (addresses) =>
      lines(
        ...head(addresses),
        ...multipart(
          'mixed',
          ['Content-Type: text/plain', '', 'Tea at five'],
          ['Content-Type: text/calendar; charset=utf-8; method=REQUEST', '', ...invitationPart],
        ),
      ),
    arrives: 'the text, and the invitation as a part that keeps its method',
    found: (mail) => [
      [contentOf(mail, 'text/plain'), 'Tea at five'],
      [partOf(mail, 'text/calendar')?.method, 'REQUEST'],
      [contentOf(mail, 'text/calendar'), invitationPart.join('\n')],
    ],
  },
  wholeMessage(
    'S/MIME, signed (multipart/signed)',
    multipart(
      'signed; protocol="application/pkcs7-signature"; micalg=sha-256',
      ['Content-Type: text/plain', '', 'Signed words', '.', 'with blanks at the end  '],
      [
        'Content-Type: application/pkcs7-signature; name="smime.p7s"',
        'Content-Transfer-Encoding: base64',
        'Content-Disposition: attachment; filename="smime.p7s"',
        '',
        detachedSignature.toString('base64'),
      ],
    ),
  ),
  wholeMessage('S/MIME, encrypted (application/pkcs7-mime)', [
    'MIME-Version: 1.0',
    'Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name="smime.p7m"',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename="smime.p7m"',
    '',
    detachedSignature.toString('base64'),
  ]),
  wholeMessage(
    'PGP/MIME, signed',
    multipart(
      'signed; protocol="application/pgp-signature"; micalg=pgp-sha512',
      ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit', '', utf8('Größe')],
      ['Content-Type: application/pgp-signature; name="signature.asc"', '', ...armor],
    ),
  ),
  wholeMessage(
    'PGP/MIME, encrypted',
    multipart(
      'encrypted; protocol="application/pgp-encrypted"',
      ['Content-Type: application/pgp-encrypted', '', 'Version: 1'],
      ['Content-Type: application/octet-stream; name="encrypted.asc"', '', ...encryptedPart],
    ),
  ),
  wholeMessage(
    'forwarded mail (message/rfc822)',
    multipart(
      'mixed',
      ['Content-Type: text/plain', '', 'See below'],
      ['Content-Type: message/rfc822', '', 'From: inner@shop.example', 'Subject: Inner', '', utf8('Größe')],
    ),
  ),
  wholeMessage(
    'a bounce, as Postfix writes it (multipart/report)',
    multipart(
      'report; report-type=delivery-status',
      [
        'Content-Description: Notification',
        'Content-Type: text/plain; charset=us-ascii',
        '',
        'It was not delivered.',
      ],
      [
        'Content-Description: Delivery report',
        'Content-Type: message/delivery-status',
        ...['', 'Reporting-MTA: dns; mx.shop.example', ''],
        ...['Final-Recipient: rfc822; unknown@shop.example', 'Action: failed', 'Status: 5.1.1'],
      ],
      [
        'Content-Description: Undelivered Message',
        'Content-Type: message/rfc822',
        ...['', 'From: inner@shop.example', 'Subject: Inner', '', 'Inner words'],
      ],
    ),
  ),
  {
    name: 'a scan: one file and no text',
    write: (addresses) =>
      lines(
        ...head(addresses),
        ...multipart('mixed', [
          'Content-Type: application/pdf; name="scan.pdf"',
          'Content-Transfer-Encoding: base64',
          'Content-Disposition: attachment; filename="scan.pdf"',
          '',
          Buffer.from('%PDF-1.7').toString('base64'),
        ]),
      ),
    arrives: 'the file',
    found: (mail) => [
      [partOf(mail, 'application/pdf')?.name, 'scan.pdf'],
      [contentOf(mail, 'application/pdf'), '%PDF-1.7'],
    ],
  },
  {
    name: 'body line of 5,099 octets',
    write: (addresses) => lines(...head(addresses), '', longLine),
    arrives: 'the same line, encoded; none on the wire is over 998 octets',
    found: (mail) => [
      [contentOf(mail, 'text/plain'), longLine],
      [mail.lineOctetsMax <= 998, true],
    ],
  },
];
