import { contentOf, partOf } from './arrived-mail';
import { head, lines, multipart } from './letter';
import type { RealMessage } from './real-message';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
  'base64',
);
const SIGNATURE = Buffer.from('0\x82\x01\x0bsigned', 'latin1');
const ARMOR = ['-----BEGIN PGP SIGNATURE-----', '', 'iHUEABYKAB0=', '-----END PGP SIGNATURE-----'];
const ENCRYPTED = ['-----BEGIN PGP MESSAGE-----', '', 'hF4DAAAA', '-----END PGP MESSAGE-----'];
const INVITATION = [
  'BEGIN:VCALENDAR',
  'METHOD:REQUEST',
  'BEGIN:VEVENT',
  'SUMMARY:Tea',
  'END:VEVENT',
  'END:VCALENDAR',
];
const LONG_LINE = 'All on one line. '.repeat(300).trim();

/** What the parts of a message become. */
export const messagesOfParts: readonly RealMessage[] = [
  {
    name: 'plain text, lines that begin with dots',
    write: (letter) => lines(...head(letter), '', 'One', '.', '..two', '.three'),
    arrives: 'unchanged',
    found: (mail) => [[contentOf(mail, 'text/plain'), 'One\n.\n..two\n.three']],
  },
  {
    name: 'HTML with an inline image (multipart/related)',
    write: (letter) =>
      lines(
        ...head(letter),
        ...multipart(
          'related; type="text/html"',
          ['Content-Type: text/html; charset=utf-8', '', '<img src="cid:logo@shop">'],
          [
            'Content-Type: image/png; name="logo.png"',
            'Content-Transfer-Encoding: base64',
            'Content-ID: <logo@shop>',
            'Content-Disposition: inline; filename="logo.png"',
            '',
            PNG.toString('base64'),
          ],
        ),
      ),
    arrives: 'the image inside the HTML, same Content-ID, same bytes',
    found: (mail) => [
      [mail.structure, 'multipart/related(text/html, image/png)'],
      [contentOf(mail, 'text/html'), '<img src="cid:logo@shop">'],
      [partOf(mail, 'image/png')?.contentId, '<logo@shop>'],
      [contentOf(mail, 'image/png'), PNG.toString('latin1')],
    ],
  },
  {
    name: 'calendar invitation (text/calendar; method=REQUEST)',
    write: (letter) =>
      lines(
        ...head(letter),
        ...multipart(
          'alternative',
          ['Content-Type: text/plain', '', 'Tea at five'],
          ['Content-Type: text/calendar; charset=utf-8; method=REQUEST', '', ...INVITATION],
        ),
      ),
    arrives: 'the text, and the invitation as a part that keeps its method',
    found: (mail) => [
      [contentOf(mail, 'text/plain'), 'Tea at five'],
      [partOf(mail, 'text/calendar')?.method, 'REQUEST'],
      [contentOf(mail, 'text/calendar'), INVITATION.join('\n')],
    ],
  },
  {
    name: 'S/MIME, signed (multipart/signed)',
    write: (letter) =>
      lines(
        ...head(letter),
        ...multipart(
          'signed; protocol="application/pkcs7-signature"; micalg=sha-256',
          ['Content-Type: text/plain', '', 'Signed words'],
          [
            'Content-Type: application/pkcs7-signature; name="smime.p7s"',
            'Content-Transfer-Encoding: base64',
            'Content-Disposition: attachment; filename="smime.p7s"',
            '',
            SIGNATURE.toString('base64'),
          ],
        ),
      ),
    arrives: 'the text, and `smime.p7s` as a file; the signature no longer covers the text',
    found: (mail) => [
      [mail.structure, 'multipart/mixed(text/plain, application/pkcs7-signature)'],
      [contentOf(mail, 'text/plain'), 'Signed words'],
      [partOf(mail, 'application/pkcs7-signature')?.name, 'smime.p7s'],
      [contentOf(mail, 'application/pkcs7-signature'), SIGNATURE.toString('latin1')],
    ],
  },
  {
    name: 'S/MIME, encrypted (application/pkcs7-mime)',
    write: (letter) =>
      lines(
        ...head(letter),
        'MIME-Version: 1.0',
        'Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name="smime.p7m"',
        'Content-Transfer-Encoding: base64',
        'Content-Disposition: attachment; filename="smime.p7m"',
        '',
        SIGNATURE.toString('base64'),
      ),
    arrives: '`smime.p7m` as a file, same bytes',
    found: (mail) => [
      [partOf(mail, 'application/pkcs7-mime')?.name, 'smime.p7m'],
      [contentOf(mail, 'application/pkcs7-mime'), SIGNATURE.toString('latin1')],
    ],
  },
  {
    name: 'PGP/MIME, signed',
    write: (letter) =>
      lines(
        ...head(letter),
        ...multipart(
          'signed; protocol="application/pgp-signature"; micalg=pgp-sha512',
          ['Content-Type: text/plain', '', 'Signed words'],
          ['Content-Type: application/pgp-signature; name="signature.asc"', '', ...ARMOR],
        ),
      ),
    arrives: 'the text, and `signature.asc` as a file; the signature no longer covers the text',
    found: (mail) => [
      [contentOf(mail, 'text/plain'), 'Signed words'],
      [partOf(mail, 'application/pgp-signature')?.name, 'signature.asc'],
      [contentOf(mail, 'application/pgp-signature'), ARMOR.join('\r\n')],
    ],
  },
  {
    name: 'PGP/MIME, encrypted',
    write: (letter) =>
      lines(
        ...head(letter),
        ...multipart(
          'encrypted; protocol="application/pgp-encrypted"',
          ['Content-Type: application/pgp-encrypted', '', 'Version: 1'],
          ['Content-Type: application/octet-stream; name="encrypted.asc"', '', ...ENCRYPTED],
        ),
      ),
    arrives: 'both parts as files, to be opened by hand',
    found: (mail) => [
      [contentOf(mail, 'application/pgp-encrypted'), 'Version: 1'],
      [partOf(mail, 'application/octet-stream')?.name, 'encrypted.asc'],
      [contentOf(mail, 'application/octet-stream'), ENCRYPTED.join('\r\n')],
    ],
  },
  {
    name: 'forwarded mail (message/rfc822)',
    write: (letter) =>
      lines(
        ...head(letter),
        ...multipart(
          'mixed',
          ['Content-Type: text/plain', '', 'See below'],
          [
            'Content-Type: message/rfc822',
            '',
            'From: inner@shop.example',
            'Subject: Inner',
            '',
            'Inner words',
          ],
        ),
      ),
    arrives: 'the text, and the other mail whole, attached',
    found: (mail) => [
      [contentOf(mail, 'text/plain'), 'See below'],
      [contentOf(mail, 'message/rfc822').trim(), 'From: inner@shop.example\nSubject: Inner\n\nInner words'],
    ],
  },
  {
    name: 'a scan: one file and no text',
    write: (letter) =>
      lines(
        ...head(letter),
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
    write: (letter) => lines(...head(letter), '', LONG_LINE),
    arrives: 'the same line, encoded; none on the wire is over 998 octets',
    found: (mail) => [
      [contentOf(mail, 'text/plain'), LONG_LINE],
      [mail.lineOctetsMax <= 998, true],
    ],
  },
];
