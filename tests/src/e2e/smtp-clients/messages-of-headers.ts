import { contentOf, valuesOf } from './arrived-mail';
import { head, lines } from './mail-lines';
import type { RealMessage } from './real-message';

/** Header fields that are missing, or there more than once. */
export const messagesOfHeaders: readonly RealMessage[] = [
  {
    name: 'no To',
    write: (addresses) => lines(...head(addresses, { To: [] }), '', 'words'),
    arrives: 'with the recipient of the envelope as To',
    found: (mail) => [[valuesOf(mail, 'to').map((to) => /@recipients\.test$/.test(to)), [true]]],
  },
  {
    name: 'no Date, no Message-ID',
    write: (addresses) => lines(...head(addresses, { Date: [], 'Message-ID': [] }), '', 'words'),
    arrives: 'with one of each',
    found: (mail) => [
      [valuesOf(mail, 'date').length, 1],
      [valuesOf(mail, 'message-id').length, 1],
    ],
  },
  {
    name: 'no Subject',
    write: (addresses) => lines(...head(addresses, { Subject: [] }), '', 'words'),
    arrives: 'with the subject "(no subject)"',
    found: (mail) => [
      [valuesOf(mail, 'subject'), ['(no subject)']],
      [contentOf(mail, 'text/plain'), 'words'],
    ],
  },
  {
    name: 'no text at all',
    write: (addresses) => lines(...head(addresses), ''),
    arrives: 'with its subject and an empty text',
    found: (mail) => [
      [valuesOf(mail, 'subject'), ['Your order']],
      [contentOf(mail, 'text/plain'), ''],
    ],
  },
  {
    name: 'Subject, To, Date, Message-ID and X-Order twice',
    write: (addresses) => {
      const twice = head(addresses, {
        Subject: ['One', 'Two'],
        To: [addresses.to, addresses.to],
        'X-Order': ['1', '2'],
      });
      return lines(
        ...twice,
        'Date: Fri, 20 Nov 2026 11:00:00 +0000',
        'Message-ID: <two@client.test>',
        '',
        'words',
      );
    },
    arrives: 'with each of them once; the first X-Order and the first Subject count',
    found: (mail) => [
      ...['to', 'date', 'message-id'].map((name) => [valuesOf(mail, name).length, 1] as const),
      [valuesOf(mail, 'subject'), ['One']],
      [valuesOf(mail, 'x-order'), ['1']],
    ],
  },
  {
    name: 'From twice',
    write: (addresses) => lines(...head(addresses, { From: [addresses.from, addresses.from] }), '', 'words'),
    arrives: 'refused: 553 5.7.1',
  },
  {
    name: 'headers of a thread, of a bulk tool and for Postrider',
    write: (addresses) =>
      lines(
        ...head(addresses),
        'In-Reply-To: <1@shop.example>',
        'References: <0@shop.example> <1@shop.example>',
        'X-Mailer: a program',
        'Received: from client by somewhere',
        'X-Postrider-Tag: plan=pro',
        'X-PM-Metadata-order: 4711',
        '',
        'words',
      ),
    arrives: 'the thread and `X-Mailer` kept; `Received` and control headers gone',
    found: (mail) => [
      [valuesOf(mail, 'in-reply-to'), ['<1@shop.example>']],
      [valuesOf(mail, 'references'), ['<0@shop.example> <1@shop.example>']],
      [valuesOf(mail, 'x-mailer'), ['a program']],
      [mail.headers.filter(([name]) => /^(received|x-postrider|x-pm)/.test(name)), []],
    ],
  },
];
