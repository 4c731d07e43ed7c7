import {
  abusix,
  aol,
  arf,
  cfbl,
  feedbackId,
  mail,
  message,
  messageId,
  outlookSince2026,
  outlookUntil2026,
  returnPath,
  universalFeedbackLoop,
  withReturnPath,
  xarf3,
  xarf4,
  yahoo,
} from './complaint-report.fixture';
import { parseComplaintReport, type ComplaintReport } from './complaint-report';

async function read(raw: Buffer): Promise<ComplaintReport> {
  const report = await parseComplaintReport(raw);
  if (report === null) throw new Error('no report');
  return report;
}
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const matched = { isComplaint: true, returnPaths: [returnPath], originalMessageId: messageId, feedbackId };

describe('what mailbox providers send', () => {
  it('Yahoo: everything, with the address', async () => {
    expect(await read(yahoo)).toEqual({
      format: 'arf',
      feedbackType: 'abuse',
      isComplaint: true,
      reporter: 'Yahoo!-Mail-Feedback/2.0',
      returnPaths: [returnPath],
      recipients: ['ada@yahoo.com'],
      originalMessageId: messageId,
      feedbackId,
      cfblFeedbackId: null,
    });
  });

  it.each(['staff@hotmail.com', '<staff@hotmail.com>'])(
    'Outlook.com until 2026: the message alone, from %s',
    async (from) => {
      const found = await read(outlookUntil2026(from));
      expect(found).toMatchObject({
        ...matched,
        format: 'forward',
        reporter: 'hotmail.com',
        recipients: ['ada@outlook.com'],
      });
    },
  );

  it('Outlook.com since 2026: ARF that says nothing but in the returned header', async () => {
    expect(await read(outlookSince2026)).toMatchObject({
      ...matched,
      format: 'arf',
      reporter: 'JMRP/1.0',
      recipients: [],
    });
  });

  it('AOL: no recipient is named', async () => {
    expect(await read(aol)).toMatchObject({ ...matched, recipients: [] });
  });

  it('Comcast and others by the Universal Feedback Loop: a hash, or no message', async () => {
    expect(await read(universalFeedbackLoop(['hashed@comcast.net']))).toMatchObject({
      ...matched,
      recipients: [],
    });
    const bare = await read(universalFeedbackLoop(['ada@fastmail.com', 'grace@fastmail.com'], ['REDACTED']));
    expect(bare).toMatchObject({
      returnPaths: [returnPath],
      recipients: ['ada@fastmail.com', 'grace@fastmail.com'],
      originalMessageId: null,
    });
  });

  it('abusix: a header instead of the message, ids without brackets', async () => {
    expect(await read(abusix)).toMatchObject({
      ...matched,
      recipients: ['ada@example.com', 'grace@example.net'],
    });
  });

  it.each([
    ['Mail.ru', 'mail.ru'],
    ['Yandex', 'yandex.ru'],
    ['Seznam.cz', 'seznam.cz'],
    ['Italiaonline', 'libero.it'],
  ])('%s: ARF as the standard has it', async (agent, domain) => {
    const fields = [
      'Feedback-Type: abuse',
      `User-Agent: ${agent}-FBL/1.0`,
      'Version: 1',
      `Original-Mail-From: <${returnPath}>`,
      `Original-Rcpt-To: <ada@${domain}>`,
      'Reporting-MTA: dns; mx.example',
    ];
    expect(await read(arf(fields))).toMatchObject({ ...matched, recipients: [`ada@${domain}`] });
  });

  it('RFC 9477: what the sender put into CFBL-Feedback-ID', async () => {
    expect(await read(cfbl)).toMatchObject({ ...matched, cfblFeedbackId: '111:222:333:4444' });
  });

  it('XARF 3 and 4: JSON, with the message in it', async () => {
    expect(await read(xarf3())).toMatchObject({
      ...matched,
      format: 'xarf',
      feedbackType: 'spam',
      reporter: 'ExampleOrg',
      recipients: ['ada@example.com'],
    });
    const fourth = await read(xarf4());
    expect(fourth).toMatchObject({
      isComplaint: true,
      format: 'xarf',
      reporter: 'Example Security',
      originalMessageId: messageId,
    });
    expect(fourth.returnPaths).toContain(returnPath);
    expect((await read(xarf3('Phishing'))).isComplaint).toBe(false);
    expect((await read(xarf4('content'))).isComplaint).toBe(false);
  });
});

describe('what a complaint is', () => {
  it.each([
    ['abuse', true],
    ['Fraud', true],
    ['virus', true],
    ['other', true],
    ['opt-out', true],
    ['something-new', true],
    ['not-spam', false],
    ['auth-failure', false],
    ['dmarc', false],
  ])('%s: %s', async (type, isComplaint) => {
    const report = await read(arf([`Feedback-Type: ${type}`, 'Version: 1']));
    expect([report.feedbackType, report.isComplaint]).toEqual([type.toLowerCase(), isComplaint]);
  });

  it.each<[string, Buffer]>([
    [
      'a delivery report',
      mail(
        'From: <>',
        'Content-Type: multipart/report; boundary=B',
        '',
        '--B',
        'Content-Type: message/delivery-status',
        '',
        'Reporting-MTA: dns; a',
        '',
        '--B',
        'Content-Type: message/rfc822',
        '',
        ...message,
        '--B--',
      ),
    ],
    [
      'a receipt',
      mail(
        'From: a@b.example',
        'Content-Type: multipart/report; boundary=B',
        '',
        '--B',
        'Content-Type: message/disposition-notification',
        '',
        'x: y',
        '',
        '--B',
        'Content-Type: message/rfc822',
        '',
        ...message,
        '--B--',
      ),
    ],
    [
      'an absence note that returns the message',
      mail(
        'From: a@b.example',
        'Auto-Submitted: auto-replied',
        'Content-Type: message/rfc822',
        '',
        ...message,
      ),
    ],
    [
      'a forwarded mail that names nothing',
      mail('From: a@b.example', 'Content-Type: message/rfc822', '', 'Subject: x', '', 'y'),
    ],
    [
      'a mail about a message of another sender',
      mail('From: a@b.example', '', 'Message-ID: <1@elsewhere.example>', 'is spam!'),
    ],
    ['a mail', mail('From: a@b.example', 'Subject: x', '', 'Please stop.')],
    ['noise', Buffer.from([0, 1, 2, 255])],
    ['nothing', Buffer.alloc(0)],
    [
      '10,000 parts',
      mail(
        'Content-Type: multipart/report; boundary=B',
        '',
        ...Array<string>(10_000).fill(
          '--B\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\n',
        ),
      ),
    ],
  ])('is not: %s', async (_, raw) => {
    expect(await parseComplaintReport(raw)).toBeNull();
  });

  it.each<[string, Buffer]>([
    [
      'attached by a person',
      mail(
        'From: Ada <ada@example.com>',
        'Content-Type: multipart/mixed; boundary=B',
        '',
        '--B',
        'Content-Type: text/plain',
        '',
        'Stop this.',
        '--B',
        'Content-Type: message/rfc822',
        '',
        ...message,
        '--B--',
      ),
    ],
    [
      'as a file of no type',
      mail(
        'From: a@example.com',
        'Content-Type: application/octet-stream; name="spam.eml"',
        'Content-Disposition: attachment',
        '',
        ...message,
      ),
    ],
    [
      'quoted in a text',
      mail(
        'From: abuse@example.com',
        '',
        'This was reported to us:',
        '',
        ...withReturnPath.map((line) => `> ${line}`),
      ),
    ],
    ['as lines of a text', mail('From: abuse@example.com', '', 'Header:', ...withReturnPath)],
    [
      'as HTML alone',
      mail(
        'From: abuse@example.com',
        'Content-Type: text/html',
        '',
        `<pre>\r\n${message.join('\r\n')}</pre>`,
      ),
    ],
  ])('the message passed on is one: %s', async (_, raw) => {
    expect(await read(raw)).toMatchObject({
      isComplaint: true,
      format: 'forward',
      originalMessageId: messageId,
    });
    expect((await read(raw)).returnPaths).toContain(returnPath);
  });
});

describe('broken reports', () => {
  const parts = (type: string, returnedType: string): string[] => [
    '--B',
    `content-type:${type}`,
    '',
    'FEEDBACK-TYPE: ABUSE',
    'user-agent: x/1',
    '',
    '--B',
    `CONTENT-TYPE: ${returnedType}`,
    '',
    ...message,
  ];

  it.each<[string, Buffer]>([
    [
      'types in capitals, no end',
      mail(
        'FROM: a@b.example',
        'CONTENT-TYPE: Multipart/Report; BOUNDARY="B"',
        '',
        ...parts('Message/Feedback-Report', 'MESSAGE/RFC822'),
      ),
    ],
    [
      'multipart/mixed',
      mail(
        'From: a@b.example',
        'Content-Type: multipart/mixed; boundary=B',
        '',
        ...parts('message/feedback-report', 'message/rfc822'),
        '--B--',
      ),
    ],
    [
      'fields as text',
      mail(
        'From: a@b.example',
        'Content-Type: multipart/report; boundary=B',
        '',
        ...parts('text/plain', 'text/rfc822-headers'),
        '--B--',
      ),
    ],
    [
      'fields in a file',
      mail(
        'From: a@b.example',
        'Content-Type: multipart/report; boundary=B',
        '',
        ...parts('application/octet-stream', 'text/rfc822-header'),
        '--B--',
      ),
    ],
    [
      'no boundary named',
      mail(
        'From: a@b.example',
        'Message-ID: <own@b.example>',
        'Content-Type: multipart/report',
        '',
        ...parts('message/feedback-report', 'message/rfc822'),
        '--B--',
      ),
    ],
    [
      'another boundary named',
      mail(
        'From: a@b.example',
        'Message-ID: <own@b.example>',
        'Content-Type: multipart/report; boundary=C',
        '',
        ...parts('message/feedback-report', 'message/rfc822'),
        '--B--',
      ),
    ],
    [
      'line feeds alone',
      Buffer.from(arf(['Feedback-Type: abuse', 'User-Agent: x/1']).toString().replaceAll('\r', '')),
    ],
    [
      'all of it as one text',
      mail('From: a@b.example', '', 'Feedback-Type: abuse', 'User-Agent: x/1', '', ...message),
    ],
    [
      'all of it quoted',
      mail(
        'From: a@b.example',
        '',
        '> Version: 1',
        '> User-Agent: x/1',
        '> Feedback-Type: abuse',
        '> ',
        ...message.map((line) => `> ${line}`),
      ),
    ],
    [
      'parts in base64',
      mail(
        'From: a@b.example',
        'Content-Type: multipart/report; boundary=B',
        '',
        '--B',
        'Content-Type: message/feedback-report',
        'Content-Transfer-Encoding: BASE64',
        '',
        base64('Feedback-Type: abuse\r\nUser-Agent: x/1\r\n'),
        '--B',
        'Content-Type: message/rfc822',
        'Content-Transfer-Encoding: base64',
        '',
        base64(message.join('\r\n')),
        '--B--',
      ),
    ],
    [
      'blank lines before the fields',
      arf(['', '', 'Feedback-Type: abuse', 'User-Agent: x/1'], { returned: ['', ...message] }),
    ],
  ])('are read: %s', async (_, raw) => {
    expect(await read(raw)).toMatchObject({
      format: 'arf',
      feedbackType: 'abuse',
      reporter: 'x/1',
      originalMessageId: messageId,
    });
    expect((await read(raw)).returnPaths).toContain(returnPath);
  });

  it('JSON that is no report takes nothing away', async () => {
    const parts = ['{', '[[[[', '{"Report":7}', '{"xarf_version":"4","type":{}}', '[]', 'null'];
    for (const content of parts) {
      const raw = mail(
        'Content-Type: multipart/report; boundary=B',
        '',
        '--B',
        'Content-Type: application/json',
        '',
        content,
        '--B',
        'Content-Type: message/feedback-report',
        '',
        'Feedback-Type: abuse',
        '--B--',
      );
      expect(await read(raw)).toMatchObject({ format: 'arf' });
    }
  });
});
