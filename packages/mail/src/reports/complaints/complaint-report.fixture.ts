/** Complaints as mailbox providers send them, with other names, addresses and numbers. */

export const token = 'b+' + 'abcdefgh234'.repeat(5);
export const returnPath = `${token}@bounce.shop.example`;
export const messageId = '<0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b@shop.example>';
export const feedbackId = 'newsletter:1c2d3e4f5a6b:6b5a4f3e2d1c:postrider';

export const mail = (...lines: readonly string[]): Buffer => Buffer.from(`${lines.join('\r\n')}\r\n`);

/** The header of ours that a provider returns. */
export const original = [
  'Received: from out.platform.example (out.platform.example [192.0.2.9]) by mx.provider.example with ESMTPS;',
  '\tThu, 29 Oct 2026 23:34:45 +0000',
  'From: Shop <news@shop.example>',
  'Subject: News',
  `Message-ID: ${messageId}`,
  `Feedback-ID: ${feedbackId}`,
  'MIME-Version: 1.0',
  'Content-Type: text/plain',
];
export const withReturnPath = [`Return-Path: <${returnPath}>`, ...original];
/** As the same, with the body that some return. */
export const message = [...withReturnPath, '', 'Our news.'];

interface Arf {
  readonly header?: readonly string[];
  readonly text?: string;
  readonly type?: string;
  readonly returned?: readonly string[];
  readonly returnedType?: string;
}

export const arf = (feedback: readonly string[], options: Arf = {}): Buffer =>
  mail(
    ...(options.header ?? ['From: <abusedesk@provider.example>']),
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="B"',
    '',
    '--B',
    'Content-Type: text/plain; charset="US-ASCII"',
    '',
    options.text ?? 'This is an email abuse report for an email message received from IP 192.0.2.9.',
    '--B',
    `Content-Type: ${options.type ?? 'message/feedback-report'}`,
    '',
    ...feedback,
    '',
    ...((options.returned ?? message).length === 0
      ? []
      : [
          '--B',
          `Content-Type: ${options.returnedType ?? 'message/rfc822'}`,
          '',
          ...(options.returned ?? message),
        ]),
    '--B--',
  );

/** After sisimai/set-of-emails, maildir/bsd/arf-02.eml (2013) and arf-14.eml (2017). */
export const yahoo = mail(
  'Return-Path: abuse=platform.example@returns.bulk.yahoo.com',
  'MIME-Version: 1.0',
  'Content-Transfer-Encoding: 7bit',
  'Content-Type: multipart/report; ',
  '    boundary="_----------=F000"; ',
  '    report-type="feedback-report"',
  'From: Yahoo! Mail AntiSpam Feedback <feedback@arf.mail.yahoo.com>',
  'Subject: Fw: News',
  '',
  'This is a multi-part message in MIME format.',
  '',
  '--_----------=F000',
  'Content-Disposition: inline',
  'Content-Type: text/plain; charset="US-ASCII"',
  '',
  'This is an email abuse report for an email message received from out.platform.example',
  '',
  '--_----------=F000',
  'Content-Disposition: inline',
  'Content-Transfer-Encoding: 7bit',
  'Content-Type: message/feedback-report',
  '',
  'Feedback-Type: abuse',
  'User-Agent: Yahoo!-Mail-Feedback/2.0',
  'Version: 0.1',
  `Original-Mail-From: <${returnPath}>`,
  'Original-Rcpt-To: ada@yahoo.com',
  'Received-Date: Thu, 29 Oct 2026 23:45:50 PST',
  'Reported-Domain: shop.example',
  'Authentication-Results: ',
  '',
  '--_----------=F000',
  'Content-Disposition: inline',
  'Content-Type: message/rfc822',
  '',
  'X-Apparently-To: ada@yahoo.com via 192.0.2.45; Thu, 29 Oct 2026 23:45:10 -0800',
  ...message,
  '',
  '--_----------=F000--',
);

/** After arf-22.eml and arf-23.eml of the same (2016): the message alone, without its Return-Path. */
export const outlookUntil2026 = (from: string): Buffer =>
  mail(
    `From: ${from}`,
    'Subject:  complaint about message from 192.0.2.9',
    'To: fbl@platform.example',
    'MIME-Version: 1.0 ',
    'Content-Type: multipart/mixed; boundary="F0000EEE2-0000-2111-AAB0-000000000000"',
    '',
    '--F0000EEE2-0000-2111-AAB0-000000000000',
    'Content-Type: message/rfc822',
    'Content-Disposition: inline',
    '',
    'X-HmXmrOriginalRecipient: ada@outlook.com',
    'X-Reporter-IP: 192.0.2.22',
    `Authentication-Results: hotmail.com; spf=pass (sender IP is 192.0.2.9) smtp.mailfrom=${returnPath}; dkim=pass`,
    ...original,
    '',
    'Our news.',
    '',
    '--F0000EEE2-0000-2111-AAB0-000000000000--',
  );

/** As https://github.com/rspamd/rspamd/pull/6148 describes it (July 2026): ARF with three fields, no recipient. */
export const outlookSince2026 = arf(['Feedback-Type: abuse', 'User-Agent: JMRP/1.0', 'Version: 1'], {
  header: ['From: <staff@hotmail.com>', 'Subject: complaint about message from 192.0.2.9'],
  returned: [`Received-SPF: Pass (domain of bounce.shop.example) envelope-from=${returnPath};`, ...original],
});

/** After arf-01.eml (AOL, 2009): every address hidden, in fields of its own. */
export const aol = arf(
  [
    'Feedback-Type: abuse',
    'User-Agent: AOL SComp',
    'Version: 0.1',
    'Received-Date: Thu, 29 Oct 2026 00:00:00 -0000 (EST)',
    'Source-IP: 192.0.2.9',
    'Reported-Domain: shop.example',
    'Redacted-Address: redacted',
    'Redacted-Address: redacted@',
  ],
  { returned: [`Return-Path: <${returnPath}>`, 'To: redacted@aol.com', ...original, '', 'Our news.'] },
);

/** After arf-16.eml and arf-25.eml (Return Path, now Validity, 2015 and 2020), which report for Comcast, Fastmail, Rackspace and others. */
export const universalFeedbackLoop = (
  recipients: readonly string[],
  returned: readonly string[] = message,
): Buffer =>
  arf(
    [
      'Source-Ip: 192.0.2.9',
      'User-Agent: ReturnPathFBL/2.0',
      ...recipients.map((recipient) => `Original-Rcpt-To: ${recipient}`),
      'Reported-Domain: shop.example',
      `Original-Mail-From: ${returnPath}`,
      'Source: Comcast',
      'Abuse-Type: complaint',
      'Subscription-Link: https://fbl.returnpath.net/manage/subscriptions/1',
      'Feedback-Type: abuse',
      'Version: 1',
      'Arrival-Date: Thu, 29 Oct 2026 18:02:57 +0000',
    ],
    {
      header: [
        'From: Comcast FBL Service <feedbackloop@fbl.senderscore.net>',
        'X-Rp-Fbl: type=arf; subscriptionID=1',
      ],
      returned,
    },
  );

/** After arf-17.eml (abusix, 2016): no blank between the boundaries and their header, an id without brackets. */
export const abusix = arf(
  [
    'Original-Envelope-Id: 000000-FFFFFF-22',
    'Feedback-Type: abuse',
    `Original-Mail-From: ${returnPath}`,
    'User-Agent: abusix-py/0.1',
    'Version: 1',
    'Original-Rcpt-To: ada@example.com',
    'Original-Rcpt-To: grace@example.net',
  ],
  { returned: [...original.map((line) => line.replace(/[<>]/g, ''))], returnedType: 'text/rfc822-headers' },
);

/** RFC 9477 §7.2 with ARF: the receiver returns the header, with what the sender put into CFBL-Feedback-ID. */
export const cfbl = arf(
  [
    'Feedback-Type: abuse',
    'User-Agent: FBL/0.1',
    'Version: 0.1',
    `Original-Mail-From: ${returnPath}`,
    'Arrival-Date: Thu, 29 Oct 2026 14:00:00 EDT',
    'Reported-Domain: shop.example',
    'Source-IP: 192.0.2.9',
  ],
  {
    returned: [
      'CFBL-Address: fbl@platform.example; report=arf',
      'CFBL-Feedback-ID: 111:222:333:4444',
      ...original,
    ],
    returnedType: 'text/rfc822-headers; charset=UTF-8',
  },
);

const json = (report: unknown): Buffer =>
  mail(
    'From: <reports@provider.example>',
    'Content-Type: multipart/report; report-type=feedback-report; boundary=B',
    '',
    '--B',
    'Content-Type: text/plain',
    '',
    'A report in XARF.',
    '--B',
    'Content-Type: message/feedback-report',
    '',
    'Feedback-Type: xarf',
    'User-Agent: reporter/1',
    'Version: 1',
    '--B',
    'Content-Type: application/json; name="xarf.json"',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(JSON.stringify(report)).toString('base64').replace(/.{76}/g, '$&\r\n'),
    '--B--',
  );
const base64 = (lines: readonly string[]): string => Buffer.from(lines.join('\r\n')).toString('base64');

/** After abusix/xarf, samples/positive/3/spam_sample.json. */
export const xarf3 = (type = 'Spam'): Buffer =>
  json({
    Version: '3',
    ReporterInfo: {
      ReporterOrg: 'ExampleOrg',
      ReporterOrgDomain: 'example.com',
      ReporterOrgEmail: 'r@example.com',
    },
    Disclosure: true,
    Report: {
      ReportClass: 'Activity',
      ReportType: type,
      Date: '2026-10-29T14:17:10Z',
      SourceIp: '192.0.2.9',
      SmtpMailFromAddress: returnPath,
      SmtpRcptToAddress: 'ada@example.com',
      Samples: [
        {
          ContentType: 'message/rfc822',
          Base64Encoded: true,
          Description: 'The mail',
          Payload: base64(message),
        },
      ],
    },
  });

/** After xarf/xarf-spec, samples/v4/messaging-spam.json and samples/v4/messaging/spam_user_complaint_sample.json. */
export const xarf4 = (category = 'messaging'): Buffer =>
  json({
    xarf_version: '4.0.0',
    report_id: 'f47ac10b-58cc-4372-a567-0e02b2c3d479',
    timestamp: '2026-10-29T07:38:01Z',
    reporter: { org: 'Example Security', contact: 'abuse@example.com' },
    source_identifier: '192.0.2.9',
    category,
    type: 'spam',
    evidence_source: 'user_complaint',
    protocol: 'smtp',
    smtp_from: 'news@shop.example',
    evidence: [
      { content_type: 'message/rfc822', description: 'Complete email', payload: base64(message), size: 1 },
    ],
  });
