import { costGrowth, linearRatioMax } from '@postrider/testkit';
import { hostileTexts } from '../../test/hostile-content';
import { classifySmtpReply } from '../outcomes/smtp-reply';
import { readReturnedMail } from './returned-mail';

const daemon = 'From: MAILER-DAEMON@mx.example\r\nSubject: failure notice\r\n';
const opening = 'Hi. This is the qmail-send program at old.example.\r\n';
const dsn = (status: string) =>
  Buffer.from(
    `${daemon}MIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=delivery-status; boundary="B"\r\n\r\n` +
      `--B\r\n\r\nx\r\n--B\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\n${status}\r\n--B--\r\n`,
  );

const shapes: Record<string, (text: string) => Buffer> = {
  'a report in prose': (text) => Buffer.from(`${daemon}\r\n${opening}${text}`),
  'a mail of a mail system': (text) => Buffer.from(`${daemon}\r\n${text}`),
  'a mail of anybody': (text) => Buffer.from(`From: ada@example.com\r\n\r\n${text}`),
  'a status part': (text) => dsn(text),
  'a diagnostic': (text) =>
    dsn(`Final-Recipient: rfc822; a@b.example\r\nAction: failed\r\nDiagnostic-Code: smtp; ${text}`),
  'a recipient': (text) => dsn(`Final-Recipient: rfc822; ${text}\r\nAction: failed`),
  'a header': (text) => Buffer.from(`${daemon}X-Failed-Recipients: ${text}\r\n\r\n${opening}`),
  'a subject': (text) => Buffer.from(`Subject: ${text}\r\n\r\nx`),
};

/** Those that could be slow here: what rules and recipients look for, and what they repeat. */
const telling = new Set([
  'letters',
  'words',
  'blanks',
  'empty lines',
  'ats',
  'addresses',
  'addresses without blanks',
  'angle brackets',
  'dots',
]);
const pieces = new Map<string, string>([
  ...hostileTexts
    .filter(([name]) => telling.has(name))
    .map(([name, make]): [string, string] => [name, make(1)]),
  [
    'recipients of a status part',
    '\r\n\r\nFinal-Recipient: rfc822; a@b.example\r\nAction: failed\r\nStatus: 5.1.1',
  ],
  ['recipients of prose', '<a@b.example>:\r\n550 5.1.1 x\r\n'],
  ['folded lines', '\r\n '],
  ['parts', '\r\n--B\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed'],
  ['nearly codes', '5.1.'],
  ['nearly replies', ' 550-5.1.1'],
]);

it.each(Object.entries(shapes))('%s costs no more than in proportion to its size', async (_, mailOf) => {
  const found: string[] = [];
  for (const [name, piece] of pieces) {
    const { ratio, length } = await costGrowth(
      (wanted) => readReturnedMail(mailOf(piece.repeat(Math.ceil(wanted / piece.length)))),
      { lengthMax: 262_144 },
    );
    if (ratio > linearRatioMax) found.push(`${name}: ${ratio.toFixed(1)} times from ${length} on`);
  }
  expect(found).toEqual([]);
});

it('a reply costs no more than in proportion to its size', async () => {
  for (const [name, piece] of pieces) {
    const { ratio } = await costGrowth(
      (wanted) =>
        Promise.resolve(
          classifySmtpReply({ code: 550, text: piece.repeat(Math.ceil(wanted / piece.length)) }),
        ),
      { lengthMax: 500_000 },
    );
    expect([name, ratio < linearRatioMax]).toEqual([name, true]);
  }
});

async function timed(raw: Buffer): Promise<{ kind: string; ms: number }> {
  const before = process.threadCpuUsage();
  const { kind } = await readReturnedMail(raw);
  const { user, system } = process.threadCpuUsage(before);
  return { kind, ms: (user + system) / 1_000 };
}

it.each([
  ['ten megabytes of prose', Buffer.from(`${daemon}\r\n${opening}${'550 5.1.1 unknown '.repeat(580_000)}`)],
  [
    'ten megabytes of recipients',
    dsn('Final-Recipient: rfc822; a@b.example\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n'.repeat(150_000)),
  ],
  [
    'ten thousand parts',
    Buffer.from(
      `${daemon}Content-Type: multipart/mixed; boundary="B"\r\n\r\n${'--B\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed\r\n'.repeat(10_000)}--B--`,
    ),
  ],
  [
    'parts within parts',
    Buffer.from(
      `${daemon}${Array.from({ length: 5_000 }, (_, i) => `Content-Type: multipart/mixed; boundary="B${i}"\r\n\r\n--B${i}\r\n`).join('')}`,
    ),
  ],
  ['messages within messages', Buffer.from(daemon + 'Content-Type: message/rfc822\r\n\r\n'.repeat(20_000))],
])('%s are read in bounded time, or given up', async (_, raw) => {
  const { ms } = await timed(raw);
  expect(ms).toBeLessThan(15_000);
});

it('of a report about very many recipients, a thousand are read', async () => {
  const mail = await readReturnedMail(
    dsn('Final-Recipient: rfc822; a@b.example\r\nAction: failed\r\n\r\n'.repeat(50_000)),
  );
  expect(mail).toMatchObject({ kind: 'bounce_report' });
  expect(mail.kind === 'bounce_report' && mail.report.recipients.length).toBe(1_000);
});
