import fc from 'fast-check';
import { parseBounceReport } from './bounce-report';

const mail = (...lines: string[]) => Buffer.from(lines.join('\r\n') + '\r\n');
const report = (status: string[], original: string[] = ['Message-ID: <1@shop.example>', 'Subject: hi']) =>
  mail(
    'From: MAILER-DAEMON@mx.example',
    'To: b+token@bounce.shop.example',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="B"',
    '',
    '--B',
    'Content-Type: text/plain',
    '',
    'Your message could not be delivered.',
    '--B',
    'Content-Type: message/delivery-status',
    '',
    ...status,
    '--B',
    'Content-Type: text/rfc822-headers',
    '',
    ...original,
    '--B--',
  );

it('reads every recipient of a report, whatever happened to it', async () => {
  const found = await parseBounceReport(
    report([
      'Reporting-MTA: dns; mx.example',
      '',
      'Final-Recipient: rfc822; <ada@example.com>',
      'Action: failed',
      'Status: 5.1.1',
      'Diagnostic-Code: smtp; 550 5.1.1 No such',
      '  user here',
      '',
      'Original-Recipient: rfc822;grace@example.com',
      'Action: FAILED (mailbox full)',
      'Status: 5.2.2',
      '',
      'Final-Recipient: rfc822; alan@example.com',
      'Action: delayed',
      'Status: 4.4.1',
      '',
      'Final-Recipient: rfc822; edsger@example.com',
      'Action: delivered',
      'Status: 2.0.0',
      '',
    ]),
  );
  expect(found?.reportingMta).toBe('mx.example');
  expect(found?.originalMessageId).toBe('<1@shop.example>');
  expect(
    found?.recipients.map(({ address, action, classification }) => [
      address,
      action,
      classification?.class,
      classification?.bounceType,
      classification?.suppression,
    ]),
  ).toEqual([
    ['ada@example.com', 'failed', 'recipient', 'hard', 'hard_bounce'],
    ['grace@example.com', 'failed', 'full', 'soft', null],
    ['alan@example.com', 'delayed', 'no_answer', null, null],
    ['edsger@example.com', 'delivered', undefined, undefined, undefined],
  ]);
  expect(found?.recipients[0]?.diagnostic).toBe('550 5.1.1 No such user here');
});

it('reads a report about internationalized addresses (RFC 6533), escaped or not', async () => {
  const lines = ['Content-Type: message/global-delivery-status', '', 'Reporting-MTA: dns; mx.example', ''];
  const found = await parseBounceReport(
    mail(
      'From: MAILER-DAEMON@mx.example',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=global-delivery-status; boundary="B"',
      '',
      '--B',
      ...lines,
      String.raw`Final-Recipient: utf-8; gr\x{FC}n@example.com`,
      'Original-Recipient: utf-8; grün@example.com',
      'Final-Log-Id: 4711',
      'Remote-MTA: dns; mx1.example.com',
      'Action: failed',
      'Status: 5.1.1',
      '',
      String.raw`Final-Recipient: utf-8; \x{110000}@example.com`,
      'Action: failed',
      'Status: 5.2.2',
      '--B--',
    ),
  );
  expect(found?.recipients).toMatchObject([
    {
      address: 'grün@example.com',
      originalRecipient: 'grün@example.com',
      logId: '4711',
      remoteMta: 'mx1.example.com',
    },
    { address: String.raw`\x{110000}@example.com`, classification: { class: 'full' } },
  ]);
});

it('a missing action follows from the status, and a missing status from the prose', async () => {
  const found = await parseBounceReport(
    report([
      'Reporting-MTA: dns; mx',
      '',
      'Final-Recipient: rfc822; a@example.com',
      'Status: 5.1.1',
      '',
      'Final-Recipient: rfc822; b@example.com',
      'Status: 2.1.5',
      '',
    ]),
  );
  expect(found?.recipients).toMatchObject([{ address: 'a@example.com', action: 'failed' }]);
});

it('a report whose refusal passes on to the provider is read by its rules', async () => {
  const lines = [
    'Reporting-MTA: dns; relay.example',
    '',
    'Final-Recipient: rfc822; a@gmail.com',
    'Action: failed',
  ];
  const refusal = [
    'Remote-MTA: dns; gmail-smtp-in.l.google.com',
    'Status: 5.2.1',
    'Diagnostic-Code: smtp; 550 5.2.1 inactive',
  ];
  const found = await parseBounceReport(report([...lines, ...refusal, '']));
  expect(found?.recipients[0]?.classification).toMatchObject({
    class: 'inactive',
    suppression: 'hard_bounce',
  });
});

it.each([
  ['Status: 4.4.7', 'Diagnostic-Code: smtp; 421 4.4.7 expired', 'no_answer', 'soft', null],
  ['Status: 5.7.1', 'Diagnostic-Code: smtp; 554 5.7.1 blocked using Spamhaus', 'block', 'soft', null],
  [
    'Status: 5.0.0',
    'Diagnostic-Code: smtp; 550 5.1.1 <ada@example.com> User unknown',
    'recipient',
    'hard',
    'hard_bounce',
  ],
  ['Status: 4.2.2', 'Diagnostic-Code: X-Postfix; mailbox full', 'full', 'soft', null],
  ['Status: 5.1.1', 'X-Nothing: 1', 'recipient', 'hard', 'hard_bounce'],
])(
  'a final report with %s and %s is a bounce',
  async (...[status, diagnostic, reason, bounceType, suppression]) => {
    const lines = [
      'Reporting-MTA: dns; mx',
      '',
      'Final-Recipient: rfc822; ada@example.com',
      'Action: failed',
      status,
      diagnostic,
      '',
    ];
    const found = await parseBounceReport(report(lines));
    expect(found?.recipients[0]?.classification).toMatchObject({
      outcome: 'bounced',
      class: reason,
      bounceType,
      suppression,
    });
  },
);

it('reads the prose of servers that know no standard', async () => {
  const found = await parseBounceReport(
    mail(
      'From: MAILER-DAEMON@old.example',
      'Subject: failure notice',
      '',
      'Hi. This is the qmail-send program at old.example.',
      '<ada@example.com>:',
      '192.0.2.1 does not like recipient.',
      'Remote host said: 550 5.1.1 No such user',
    ),
  );
  expect(found?.recipients).toMatchObject([
    { address: 'ada@example.com', classification: { class: 'recipient', suppression: 'hard_bounce' } },
  ]);
});

it.each([
  [
    'an absence note',
    mail('Auto-Submitted: auto-replied', 'Subject: Away', '', 'Call 555 123: user unknown to us'),
  ],
  ['a person who writes', mail('From: ada@example.com', '', 'We moved to 550 Fifth Avenue.')],
  ['an empty message', Buffer.alloc(0)],
  ['noise', Buffer.from([0, 255, 13, 10, 13, 10, 200])],
])('%s is no bounce', async (_, raw) => {
  expect(await parseBounceReport(raw)).toBeNull();
});

it('no mail makes the reader fail', async () => {
  const line = fc.oneof(
    fc.constantFrom(
      'Content-Type: multipart/report; boundary=B',
      '--B',
      '--B--',
      'Content-Type: message/delivery-status',
      '',
      'Action: failed',
      'Status: 5.1.1',
      'Final-Recipient: rfc822; x@y.z',
      ' folded',
    ),
    fc.string({ unit: 'binary', maxLength: 40 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 30 }), async (lines) => {
      const found = await parseBounceReport(mail(...lines));
      for (const recipient of found?.recipients ?? []) {
        expect(recipient.classification?.outcome ?? 'bounced').toBe('bounced');
      }
    }),
  );
});
