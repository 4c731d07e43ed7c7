import { providerTagValue } from '@postrider/mail';
import { returnPaths, type SpooledMail } from './inbound-mails';

/** The value of the tag that left with a recipient's mail. */
export function tagOf(messageId: string, ordinal = 0): string {
  return providerTagValue(returnPaths.mint({ messageId, ordinal }));
}

const address = 'jane@example.test';
const diagnostic = 'smtp; 550 5.1.1 <jane@example.test>: user unknown';

/** Members of Amazon SES's events, by what they tell. */
export const sesEvents = {
  send: { eventType: 'Send', send: {} },
  delivery: {
    eventType: 'Delivery',
    delivery: {
      recipients: [address],
      smtpResponse: '250 2.0.0 OK',
      reportingMTA: 'a8-50.smtp-out.amazonses.com',
    },
  },
  hardBounce: {
    eventType: 'Bounce',
    bounce: {
      bounceType: 'Permanent',
      bounceSubType: 'General',
      bouncedRecipients: [
        { emailAddress: address, action: 'failed', status: '5.1.1', diagnosticCode: diagnostic },
      ],
      feedbackId: '01000157c44f053b-61b59c11',
      reportingMTA: 'dsn; a8-50.smtp-out.amazonses.com',
    },
  },
  fullBounce: {
    eventType: 'Bounce',
    bounce: {
      bounceType: 'Transient',
      bounceSubType: 'MailboxFull',
      bouncedRecipients: [
        {
          emailAddress: address,
          action: 'failed',
          status: '5.2.2',
          diagnosticCode: 'smtp; 552 5.2.2 over quota',
        },
      ],
    },
  },
  undeterminedBounce: {
    eventType: 'Bounce',
    bounce: {
      bounceType: 'Undetermined',
      bounceSubType: 'Undetermined',
      bouncedRecipients: [{ emailAddress: address }],
    },
  },
  absenceNote: {
    eventType: 'Bounce',
    bounce: {
      bounceType: 'Transient',
      bounceSubType: 'General',
      bouncedRecipients: [{ emailAddress: address }],
    },
  },
  suppressed: {
    eventType: 'Bounce',
    bounce: {
      bounceType: 'Permanent',
      bounceSubType: 'Suppressed',
      bouncedRecipients: [{ emailAddress: address, action: 'failed', status: '5.1.1' }],
    },
  },
  onAccountList: {
    eventType: 'Bounce',
    bounce: {
      bounceType: 'Permanent',
      bounceSubType: 'OnAccountSuppressionList',
      bouncedRecipients: [{ emailAddress: address, action: 'failed', status: '5.1.1' }],
    },
  },
  complaint: {
    eventType: 'Complaint',
    complaint: {
      complainedRecipients: [{ emailAddress: address }],
      complaintFeedbackType: 'abuse',
      userAgent: 'Yahoo!-Mail-Feedback/2.0',
    },
  },
  notSpam: {
    eventType: 'Complaint',
    complaint: { complainedRecipients: [{ emailAddress: address }], complaintFeedbackType: 'not-spam' },
  },
  reject: { eventType: 'Reject', reject: { reason: 'Bad content' } },
  renderingFailure: {
    eventType: 'Rendering Failure',
    failure: { errorMessage: 'Attribute is missing', templateName: 't' },
  },
  delay: {
    eventType: 'DeliveryDelay',
    deliveryDelay: {
      delayType: 'IPFailure',
      delayedRecipients: [
        {
          emailAddress: address,
          status: '4.7.1',
          diagnosticCode: 'smtp; 421 4.7.1 : (DYN:T1) too many messages, try later',
        },
      ],
    },
  },
  open: { eventType: 'Open', open: { ipAddress: '192.0.2.1' } },
} as const;

/** An event of Amazon SES as Amazon SNS posts it. */
export function sesNotification(
  event: Readonly<Record<string, unknown>>,
  tag: string | null,
  timestamp = new Date().toISOString(),
): SpooledMail {
  const mail = {
    timestamp,
    messageId: '0100015',
    destination: [address],
    tags: tag === null ? {} : { postrider: [tag], 'ses:caller-identity': ['x'] },
  };
  const message = JSON.stringify({ ...event, mail });
  return { source: 'ses', recipients: [], raw: JSON.stringify({ Type: 'Notification', Message: message }) };
}

/** Events of SendGrid, by what they tell. */
export const sendgridEvents = {
  processed: { event: 'processed' },
  delivered: { event: 'delivered', response: '250 2.0.0 OK' },
  deferred: { event: 'deferred', response: '421 4.7.0 too many connections, try again later', attempt: '3' },
  bounce: { event: 'bounce', type: 'bounce', status: '5.1.1', reason: '550 5.1.1 user unknown' },
  blocked: {
    event: 'bounce',
    type: 'blocked',
    status: '5.7.1',
    reason: '550 5.7.1 listed at a blocklist, see our page',
  },
  droppedBefore: { event: 'dropped', reason: 'Bounced Address' },
  droppedSpam: { event: 'dropped', reason: 'Spam Content' },
  droppedUnsubscribed: { event: 'dropped', reason: 'Unsubscribed Address' },
  spamreport: { event: 'spamreport' },
  click: { event: 'click', url: 'https://shop.example/' },
} as const;

/** What one request of SendGrid's event webhook brings. */
export function sendgridNotification(
  ...events: readonly (readonly [event: Readonly<Record<string, unknown>>, tag: string | null])[]
): SpooledMail {
  const timestamp = Math.floor(Date.now() / 1_000);
  const all = events.map(([event, tag], index) => ({
    ...{
      email: address,
      timestamp,
      sg_event_id: `event-${index}`,
      sg_message_id: '14c5d75ce93.dfd.64b469.filter0001',
    },
    ...event,
    ...(tag !== null && { postrider: tag }),
  }));
  return { source: 'sendgrid', recipients: [], raw: JSON.stringify(all) };
}
