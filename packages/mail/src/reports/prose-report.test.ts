import { gatewayReports } from '../../test/gateway-reports';
import { moreProseReports } from '../../test/more-prose-reports';
import { proseReports } from '../../test/prose-reports';
import { proseFormats } from './prose-formats';
import { readReturnedMail } from './returned-mail';

const crlf = (raw: string) => Buffer.from(raw.trimStart().replaceAll('\n', '\r\n'));

async function factsIn(raw: string): Promise<readonly string[] | string> {
  const mail = await readReturnedMail(crlf(raw));
  if (mail.kind !== 'bounce_report') return mail.kind;
  return mail.report.recipients.map(({ address, action, classification }) =>
    [address, action, classification?.class, classification?.bounceType, classification?.suppression]
      .map((each) => each ?? '-')
      .join(' '),
  );
}

const reports = [...proseReports, ...moreProseReports, ...gatewayReports];

it.each(reports.map((each) => [each.name, each] as const))(
  'reads the report of %s',
  async (_, { raw, expected }) => {
    expect(await factsIn(raw)).toEqual(expected);
  },
);

it('each format that is known has a report that begins so, and begins unlike the others', () => {
  const texts = reports.map(({ raw }) => raw);
  for (const { name, opening } of proseFormats) {
    expect([name, texts.some((text) => opening.test(text))]).toEqual([name, true]);
  }
});

it('reads a Message-ID in the prose', async () => {
  const mail = await readReturnedMail(
    crlf(`
From: MAILER-DAEMON@old.example
Subject: failure notice

Hi. This is the qmail-send program at old.example.
<ada@example.com>:
550 5.1.1 No such user

--- Below this line is a copy of the message.

Return-Path: <b+token@bounce.shop.example>
Message-ID: <1@shop.example>
Subject: hello
`),
  );
  expect(mail).toMatchObject({ kind: 'bounce_report', report: { originalMessageId: '<1@shop.example>' } });
});

it.each([
  [
    'an absence note',
    'Auto-Submitted: auto-replied\nSubject: Away',
    'Our old server says 550 5.1.1 user unknown.',
  ],
  [
    'an absence note of a system account',
    'From: postmaster@example.com\nAuto-Submitted: auto-replied',
    '550 5.1.1 User unknown',
  ],
  ['Exchange in German', 'Subject: Automatische Antwort: Hallo', 'Ich bin im Urlaub.'],
  ['a vacation program', 'Precedence: bulk\nSubject: away from my mail', 'I will be back.'],
  ['an autoresponder', 'X-Autoreply: yes\nSubject: Thank you', 'We have your mail.'],
  ['Outlook in French', 'Subject: Absence du bureau', 'Je suis absente.'],
  ['a note in Polish', 'Subject: Jestem na urlopie: urlop', 'Nie ma mnie.'],
  ['a note in Russian', 'Subject: =?utf-8?B?0K8g0LIg0L7RgtC/0YPRgdC60LU=?=', 'Меня нет.'],
  ['a note in Japanese', 'Subject: =?utf-8?B?5LiN5Zyo6YCa55+l?=', '不在です。'],
  ['challenge-response', 'Subject: Please confirm your message', 'Click here to deliver it.'],
])('%s is an automatic reply, and no report', async (_, header, body) => {
  expect(await factsIn(`${header}\nFrom: ada@example.com\n\n${body}\n`)).toBe('automatic_reply');
});

it.each([
  ['a person', 'Subject: Re: hello', 'We moved to 550 Fifth Avenue.'],
  [
    'a person who forwards a report',
    'Subject: Fwd: Undelivered',
    '> Hi. This is the qmail-send program at x.\n> <ada@example.com>:\n> 550 5.1.1 No such user',
  ],
  ['a person about a failure', 'Subject: your mail', 'Your server said 550 5.1.1 user unknown to me.'],
  [
    'a server that delivered',
    'From: MAILER-DAEMON@example.com',
    'Your message was successfully delivered to ada@example.com.',
  ],
  ['a server that says nothing of use', 'From: MAILER-DAEMON@example.com', 'Hello.'],
])('%s is not recognised', async (_, header, body) => {
  expect(await factsIn(`From: ada@example.com\n${header}\n\n${body}\n`)).toBe('unrecognised');
});
