import { contentOf, valuesOf } from './arrived-mail';
import { head, lines, utf8 } from './mail-lines';
import type { RealMessage } from './real-message';

const textIn = (charset: string, encoding: string) => [
  'MIME-Version: 1.0',
  `Content-Type: text/plain; charset=${charset}`,
  `Content-Transfer-Encoding: ${encoding}`,
];

/** What text and names in other alphabets and charsets become: UTF-8, in body and header. */
export const messagesOfCharsets: readonly RealMessage[] = [
  {
    name: 'ISO-8859-1, 8bit',
    write: (addresses) =>
      lines(
        ...head(addresses, { Subject: ['=?iso-8859-1?Q?Gr=FC=DFe?='] }),
        ...textIn('iso-8859-1', '8bit'),
        '',
        'sch\xf6ne Gr\xfc\xdfe',
      ),
    arrives: 'the same words in UTF-8, in text and subject',
    found: (mail) => [
      [valuesOf(mail, 'subject'), ['Grüße']],
      [contentOf(mail, 'text/plain'), 'schöne Grüße'],
    ],
  },
  {
    name: 'windows-1252, quoted-printable',
    write: (addresses) =>
      lines(
        ...head(addresses, { Subject: ['=?windows-1252?Q?=80_5_=96_caf=E9?='] }),
        ...textIn('windows-1252', 'quoted-printable'),
        '',
        '=93quoted=94 costs =80 5',
      ),
    arrives: 'the same words in UTF-8, in text and subject',
    found: (mail) => [
      [valuesOf(mail, 'subject'), ['€ 5 – café']],
      [contentOf(mail, 'text/plain'), '“quoted” costs € 5'],
    ],
  },
  {
    name: 'ISO-2022-JP, 7bit',
    write: (addresses) =>
      lines(
        ...head(addresses, { Subject: ['=?ISO-2022-JP?B?GyRCRnxLXDhsGyhC?='] }),
        ...textIn('iso-2022-jp', '7bit'),
        '',
        '\x1b$BF|K\\8l\x1b(B',
      ),
    arrives: 'the same words in UTF-8, in text and subject',
    found: (mail) => [
      [valuesOf(mail, 'subject'), ['日本語']],
      [contentOf(mail, 'text/plain'), '日本語'],
    ],
  },
  {
    name: 'UTF-8 as it is (8BITMIME)',
    write: (addresses) => lines(...head(addresses), ...textIn('utf-8', '8bit'), '', utf8('Привет, 世界 🎉')),
    arrives: 'unchanged',
    found: (mail) => [[contentOf(mail, 'text/plain'), 'Привет, 世界 🎉']],
  },
  {
    name: 'UTF-8 in header fields, not encoded',
    write: (addresses) => lines(...head(addresses, { Subject: [utf8('Übermorgen 🎉')] }), '', 'words'),
    arrives: 'the same subject, encoded',
    found: (mail) => [[valuesOf(mail, 'subject'), ['Übermorgen 🎉']]],
  },
  {
    name: 'display names in Cyrillic, Japanese and Arabic',
    write: (addresses) =>
      lines(
        ...head(addresses, {
          From: [`=?utf-8?B?${Buffer.from('Юлия').toString('base64')}?= <${addresses.from}>`],
          To: [`=?ISO-2022-JP?B?GyRCRnxLXDhsGyhC?= <${addresses.to}>`],
          'Reply-To': [`=?utf-8?B?${Buffer.from('محمد').toString('base64')}?= <${addresses.from}>`],
        }),
        '',
        'words',
      ),
    arrives: 'the same names',
    found: (mail) => [
      [valuesOf(mail, 'from')[0]?.split(' ')[0], 'Юлия'],
      [valuesOf(mail, 'to')[0]?.split(' ')[0], '日本語'],
      [valuesOf(mail, 'reply-to')[0]?.split(' ')[0], 'محمد'],
    ],
  },
];
