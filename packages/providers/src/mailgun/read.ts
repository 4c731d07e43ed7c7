import { providerTagName, type ReplyClassification } from '@postrider/mail';
import { z } from 'zod';
import {
  classifyQuoted,
  optionalText as text,
  ownDecision,
  reportAbout,
  reportedAs,
  tagOf,
  timeAt,
  type ProviderFact,
  type ProviderReading,
} from '../notifications/provider-event';

/** https://documentation.mailgun.com/docs/mailgun/user-manual/events/events; a member that is missing or of another type is undefined. */
const mailgunEventSchema = z.object({
  event: text,
  timestamp: z.number().optional().catch(undefined),
  recipient: text,
  /** Of failures: permanent | temporary. */
  severity: text,
  reason: text,
  'delivery-status': z
    .object({
      code: z.number().optional().catch(undefined),
      'enhanced-code': text,
      message: text,
      description: text,
      'mx-host': text,
    })
    .optional()
    .catch(undefined),
  reject: z.object({ reason: text }).optional().catch(undefined),
  'user-variables': z
    .object({ [providerTagName]: text })
    .optional()
    .catch(undefined),
});

type MailgunEvent = z.output<typeof mailgunEventSchema>;

const notificationSchema = z.object({ 'event-data': mailgunEventSchema });

/** The one event of a webhook request. */
export function read(raw: Uint8Array): ProviderReading {
  try {
    const { 'event-data': event } = notificationSchema.parse(JSON.parse(Buffer.from(raw).toString('utf8')));
    return [
      {
        tag: tagOf(event['user-variables']?.[providerTagName]),
        at: timeAt((event.timestamp ?? Number.NaN) * 1_000),
        fact: factOf(event),
      },
    ];
  } catch {
    return null;
  }
}

function factOf(event: MailgunEvent): ProviderFact {
  switch (event.event ?? '') {
    case 'accepted':
      return { kind: 'accepted' };
    case 'delivered':
      return about(event, 'delivered', null);
    case 'failed':
      return event.severity === 'temporary'
        ? about(event, 'delayed', classified(event))
        : about(event, 'failed', failed(event));
    case 'rejected':
      return { kind: 'rejected', detail: `Mailgun: ${event.reject?.reason ?? 'rejected'}` };
    case 'complained':
      return { kind: 'complaint', detail: 'abuse: Mailgun' };
    default:
      return { kind: 'other' };
  }
}

function about(
  event: MailgunEvent,
  action: 'delivered' | 'delayed' | 'failed',
  classification: ReplyClassification | null,
): ProviderFact {
  const diagnostic = replyOf(event) ?? `Mailgun: ${event.reason ?? action}`;
  const reported = reportedAs(action, { address: event.recipient, diagnostic, classification });
  return reportAbout([reported], event['delivery-status']?.['mx-host']);
}

/** The reply of the recipient's server, or Mailgun's own words. */
function replyOf({ 'delivery-status': status }: MailgunEvent): string | undefined {
  const words = status?.message || status?.description;
  if (!words) return undefined;
  // Codes of 600 and above are Mailgun's own.
  const isReply = status?.code !== undefined && status.code >= 200 && status.code < 600;
  return isReply && !/^[245]\d\d[ -]/.test(words) ? `${status.code} ${words}` : words;
}

function classified(event: MailgunEvent): ReplyClassification {
  return classifyQuoted(event.recipient, {
    status: event['delivery-status']?.['enhanced-code'],
    diagnostic: replyOf(event),
  });
}

/** By Mailgun's reason, where it did not try because of a list; otherwise by the reply. */
function failed(event: MailgunEvent): ReplyClassification {
  switch (event.reason ?? '') {
    case 'suppress-bounce':
      // The mailbox was missing for any sender.
      return { ...ownDecision, class: 'inactive', bounceType: 'hard', suppression: 'hard_bounce' };
    case 'suppress-complaint':
    case 'suppress-unsubscribe':
      // The lists of the domain at Mailgun may be about other mail.
      return { ...ownDecision, class: 'policy', bounceType: 'undetermined', suppression: null };
    default:
      return classified(event);
  }
}
