import { parseComplaintReport } from './complaint-report';

const mail = (...lines: string[]) => Buffer.from(lines.join('\r\n') + '\r\n');
const arf = (feedback: string[]) =>
  mail(
    'From: <abusedesk@provider.example>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="B"',
    '',
    '--B',
    'Content-Type: text/plain',
    '',
    'This is an email abuse report.',
    '--B',
    'Content-Type: message/feedback-report',
    '',
    ...feedback,
    '',
    '--B',
    'Content-Type: message/rfc822',
    '',
    'Return-Path: <b+token@bounce.shop.example>',
    'Feedback-ID: a:b:c:postrider',
    'Message-ID: <1@shop.example>',
    'From: <a@shop.example>',
    '',
    'Spam!',
    '--B--',
  );

it('finds what a complaint can be matched by, also when the recipient is hidden', async () => {
  const found = await parseComplaintReport(
    arf([
      'Feedback-Type: Abuse',
      'User-Agent: SomeGenerator/1.0',
      'Version: 1',
      'Original-Rcpt-To: redacted',
      'Original-Mail-From: <b+token2@bounce.shop.example>',
    ]),
  );
  expect(found).toEqual({
    feedbackType: 'abuse',
    isComplaint: true,
    reporter: 'SomeGenerator/1.0',
    returnPaths: ['b+token2@bounce.shop.example', 'b+token@bounce.shop.example'],
    recipients: [],
    originalMessageId: '<1@shop.example>',
    feedbackId: 'a:b:c:postrider',
  });
});

it('keeps every recipient the report names', async () => {
  const found = await parseComplaintReport(
    arf([
      'Feedback-Type: fraud',
      'Original-Rcpt-To: <ada@example.com>',
      'Original-Rcpt-To: grace@example.com',
    ]),
  );
  expect([found?.isComplaint, found?.recipients]).toEqual([true, ['ada@example.com', 'grace@example.com']]);
});

it.each(['not-spam', 'auth-failure'])('%s is a report but no complaint', async (type) => {
  expect((await parseComplaintReport(arf([`Feedback-Type: ${type}`])))?.isComplaint).toBe(false);
});

it('reads the forwarded messages of Outlook.com', async () => {
  const found = await parseComplaintReport(
    mail(
      'From: <staff@hotmail.com>',
      'Subject: complaint about message from 192.0.2.1',
      'Content-Type: multipart/mixed; boundary="B"',
      '',
      '--B',
      'Content-Type: message/rfc822',
      '',
      'X-HmXmrOriginalRecipient: ada@outlook.com',
      'Return-Path: b+token@bounce.shop.example',
      'Message-ID: <1@shop.example>',
      '',
      'x',
      '--B--',
    ),
  );
  expect(found).toMatchObject({
    isComplaint: true,
    recipients: ['ada@outlook.com'],
    returnPaths: ['b+token@bounce.shop.example'],
  });
});

it.each([
  [
    'a person who forwards a mail',
    mail('From: ada@example.com', 'Content-Type: message/rfc822', '', 'Subject: x', '', 'y'),
  ],
  ['noise', Buffer.from([0, 1, 2])],
])('%s is no report', async (_, raw) => {
  expect(await parseComplaintReport(raw)).toBeNull();
});
