import { deliveryReport } from '@postrider/testkit';
import { moreProseReports } from '../../../packages/mail/test/more-prose-reports';
import { proseReports, type ProseReport } from '../../../packages/mail/test/prose-reports';
import { complaintReport, lines } from './inbound-mails';

/** What a report is made of: whom it names, and by what it can be matched. */
export interface ReportGiven {
  readonly address: string;
  readonly mailFrom: string | undefined;
  readonly feedbackId: string | undefined;
  readonly messageId: string | undefined;
}

export interface ReportFormat {
  readonly kind: string;
  readonly format: string;
  /** What the message is before. */
  readonly status: 'delivered' | 'sent';
  readonly raw: (given: ReportGiven) => string;
}

/** Our address in the returned header stands for what shows that the reporter has the message. */
const returned = ({ mailFrom, feedbackId, messageId }: ReportGiven): string[] => [
  ...(mailFrom === undefined ? [] : [`Return-Path: <${mailFrom}>`]),
  ...(messageId === undefined ? [] : [`Message-ID: ${messageId}`]),
  ...(feedbackId === undefined ? [] : [`Feedback-ID: ${feedbackId}`]),
  'From: Shop <shop@shop.example>',
  'Subject: Your order',
];

/** What comes to a return path. */
export const bounceFormats: readonly ReportFormat[] = [
  {
    kind: 'no such mailbox',
    format: 'RFC 3464',
    status: 'delivered',
    raw: ({ address }) => deliveryReport({ recipient: address }),
  },
  {
    kind: 'no such mailbox',
    format: 'RFC 3464, recipient hidden',
    status: 'delivered',
    raw: () => deliveryReport({ recipient: null }),
  },
  {
    kind: 'no such mailbox',
    format: 'RFC 3464, passed on to another address',
    status: 'delivered',
    raw: () => deliveryReport({ recipient: 'former.colleague@elsewhere.example' }),
  },
  {
    kind: 'no such mailbox',
    format: 'RFC 6533 (internationalised)',
    status: 'delivered',
    raw: ({ address }) =>
      deliveryReport({ recipient: address })
        .replace('message/delivery-status', 'message/global-delivery-status')
        .replace('rfc822;', 'utf-8;'),
  },
  {
    kind: 'mailbox full',
    format: 'RFC 3464',
    status: 'delivered',
    raw: ({ address }) =>
      deliveryReport({ recipient: address, status: '5.2.2', diagnostic: '552 5.2.2 mailbox full' }),
  },
  {
    kind: 'delayed',
    format: 'RFC 3464',
    status: 'delivered',
    raw: ({ address }) =>
      deliveryReport({
        action: 'delayed',
        recipient: address,
        status: '4.4.1',
        diagnostic: '421 4.4.1 no answer',
      }),
  },
  {
    kind: 'delivered',
    format: 'RFC 3464',
    status: 'sent',
    raw: ({ address }) =>
      deliveryReport({ action: 'delivered', recipient: address, status: '2.0.0', diagnostic: '250 ok' }),
  },
  {
    kind: 'absence note',
    format: 'RFC 3834',
    status: 'delivered',
    raw: ({ address }) =>
      lines(
        `From: ${address}`,
        'Auto-Submitted: auto-replied',
        'Subject: Away',
        '',
        '550 5.1.1 user unknown',
      ),
  },
  {
    kind: 'absence note',
    format: 'by its subject alone',
    status: 'delivered',
    raw: ({ address }) => lines(`From: ${address}`, 'Subject: Out of office: Your order', '', 'Back in May.'),
  },
  {
    kind: 'a person’s words',
    format: 'text',
    status: 'delivered',
    raw: ({ address }) => lines(`From: ${address}`, 'Subject: Re: Your order', '', 'Please call me.'),
  },
];

/** Reports of servers that know no standard, with our recipient in the place of their first. */
export const proseFormats: readonly ReportFormat[] = [...proseReports, ...moreProseReports].map(proseFormat);

function proseFormat({ name, raw, expected }: ProseReport): ReportFormat {
  const [named = '', action = '', failureClass = ''] = expected[0]?.split(' ') ?? [];
  return {
    kind: `${action}: ${failureClass}`,
    format: name,
    status: 'delivered',
    raw: ({ address }) => raw.trimStart().replaceAll(named, address).replaceAll('\n', '\r\n'),
  };
}

const junkReport = (given: ReportGiven, recipient: readonly string[]): string =>
  lines(
    'From: staff@hotmail.com',
    'Subject: complaint about message from 192.0.2.9',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="B"',
    '',
    '--B',
    'Content-Type: message/rfc822',
    '',
    ...recipient,
    ...returned(given),
    '',
    'Thanks',
    '--B--',
  );

/** What comes to the address for complaints. */
export const complaintFormats: readonly ReportFormat[] = [
  {
    kind: 'complaint',
    format: 'ARF (RFC 5965)',
    status: 'delivered',
    raw: ({ address, ...rest }) => complaintReport({ ...rest, rcptTo: address }),
  },
  {
    kind: 'complaint',
    format: 'ARF, recipient redacted',
    status: 'delivered',
    raw: ({ address: _, ...rest }) => complaintReport({ ...rest, rcptTo: 'redacted@provider.example' }),
  },
  {
    kind: 'complaint',
    format: 'the message alone, recipient named',
    status: 'delivered',
    raw: (given) => junkReport(given, [`X-HmXmrOriginalRecipient: ${given.address}`]),
  },
  {
    kind: 'complaint',
    format: 'the message alone',
    status: 'delivered',
    raw: (given) => junkReport(given, []),
  },
  {
    kind: 'complaint',
    format: 'XARF 3 (JSON)',
    status: 'delivered',
    raw: (given) =>
      lines(
        'From: <reports@blocklist.example>',
        'X-XARF: PLAIN',
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary="B"',
        '',
        '--B',
        'Content-Type: text/plain',
        '',
        'A report.',
        '--B',
        'Content-Type: application/json; name="xarf.json"',
        '',
        JSON.stringify({
          Version: '3',
          ReporterInfo: { ReporterOrg: 'ExampleOrg' },
          Report: {
            ReportClass: 'Activity',
            ReportType: 'Spam',
            SmtpMailFromAddress: given.mailFrom,
            SmtpRcptToAddress: given.address,
            Samples: [
              {
                ContentType: 'message/rfc822',
                Base64Encoded: false,
                Payload: [...returned(given), '', 'Thanks'].join('\r\n'),
              },
            ],
          },
        }),
        '--B--',
      ),
  },
  {
    kind: 'not spam',
    format: 'ARF (RFC 5965)',
    status: 'delivered',
    raw: ({ address, ...rest }) => complaintReport({ ...rest, rcptTo: address, feedbackType: 'not-spam' }),
  },
];
