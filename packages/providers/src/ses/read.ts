import { z } from 'zod';
import { providerTagName, type ReplyClassification } from '@postrider/mail';
import {
  classifyQuoted,
  optionalText as text,
  ownDecision,
  reportAbout,
  reportedAs,
  tagOf,
  timeAt,
  type ProviderEvent,
  type ProviderFact,
  type ProviderReading,
} from '../notifications/provider-event';

const recipientsMax = 50;
const recipients = z
  .array(z.object({ emailAddress: text, action: text, status: text, diagnosticCode: text }))
  .max(recipientsMax)
  .catch([]);

/** https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html; what is missing or of another type is undefined. */
const sesEventSchema = z.object({
  eventType: text,
  /** Of notifications that a domain's identity sends by itself: without tags. */
  notificationType: text,
  mail: z
    .object({
      tags: z.record(z.string(), z.array(z.string()).max(recipientsMax)).optional().catch(undefined),
      timestamp: text,
    })
    .optional()
    .catch(undefined),
  bounce: z
    .object({
      bounceType: text,
      bounceSubType: text,
      bouncedRecipients: recipients,
      timestamp: text,
      reportingMTA: text,
    })
    .optional()
    .catch(undefined),
  complaint: z
    .object({ complaintFeedbackType: text, complaintSubType: text, userAgent: text, timestamp: text })
    .optional()
    .catch(undefined),
  delivery: z
    .object({
      timestamp: text,
      smtpResponse: text,
      reportingMTA: text,
      recipients: z.array(z.string()).max(recipientsMax).catch([]),
    })
    .optional()
    .catch(undefined),
  deliveryDelay: z
    .object({ timestamp: text, delayType: text, delayedRecipients: recipients, reportingMTA: text })
    .optional()
    .catch(undefined),
  reject: z.object({ reason: text }).optional().catch(undefined),
  failure: z.object({ errorMessage: text }).optional().catch(undefined),
});

type SesEvent = z.infer<typeof sesEventSchema>;
type SesRecipient = z.infer<typeof recipients>[number];
type SesBounce = NonNullable<SesEvent['bounce']>;

const snsEnvelopeSchema = z.object({ Message: z.string() });

/** An event of Amazon SES, in the message of Amazon SNS that brought it. */
export function read(raw: Uint8Array): ProviderReading {
  try {
    const { Message: message } = snsEnvelopeSchema.parse(JSON.parse(Buffer.from(raw).toString('utf8')));
    return [eventOf(sesEventSchema.parse(JSON.parse(message)))];
  } catch {
    return null;
  }
}

function eventOf(event: SesEvent): ProviderEvent {
  const { bounce, complaint, delivery, deliveryDelay, mail } = event;
  const [tag] = mail?.tags?.[providerTagName] ?? [];
  const time = (bounce ?? complaint ?? delivery ?? deliveryDelay)?.timestamp ?? mail?.timestamp;
  return { tag: tagOf(tag), at: timeAt(Date.parse(time ?? '')), fact: factOf(event) };
}

function factOf(event: SesEvent): ProviderFact {
  const { bounce, complaint, delivery, deliveryDelay } = event;
  switch (event.eventType ?? event.notificationType ?? '') {
    case 'Send':
      return { kind: 'accepted' };
    case 'Delivery':
      return reportAbout(
        // We send to one recipient at a time: a list that is missing is about that one.
        (delivery?.recipients.length ? delivery.recipients : [undefined]).map((address) =>
          reportedAs('delivered', { address, diagnostic: delivery?.smtpResponse, classification: null }),
        ),
        delivery?.reportingMTA,
      );
    case 'Bounce':
      return bounce === undefined ? { kind: 'other' } : factOfBounce(bounce);
    case 'Complaint':
      return complaint === undefined ? { kind: 'other' } : factOfComplaint(complaint);
    case 'DeliveryDelay':
      return reportAbout(
        (deliveryDelay?.delayedRecipients ?? []).map((recipient) =>
          reportedAs('delayed', {
            ...shownOf(recipient, `SES: ${deliveryDelay?.delayType ?? 'delayed'}`),
            classification: classified(recipient),
          }),
        ),
        deliveryDelay?.reportingMTA,
      );
    case 'Reject':
      return { kind: 'rejected', detail: `SES: ${event.reject?.reason ?? 'rejected'}` };
    case 'Rendering Failure':
      return {
        kind: 'rejected',
        detail: `SES: ${event.failure?.errorMessage ?? 'the template could not be rendered'}`,
      };
    default:
      return { kind: 'other' };
  }
}

/** The list of the account says nothing about this mail: another one bounced or got a complaint. */
const accountList = 'OnAccountSuppressionList';

function factOfComplaint({
  complaintFeedbackType: type,
  complaintSubType,
  userAgent,
}: NonNullable<SesEvent['complaint']>): ProviderFact {
  if (complaintSubType === accountList) {
    const suppressed = {
      address: undefined,
      diagnostic: `SES: ${accountList}`,
      classification: onAccountList,
    };
    return reportAbout([reportedAs('failed', suppressed)], undefined);
  }
  if (type === 'not-spam') return { kind: 'other' };
  return { kind: 'complaint', detail: [type ?? 'abuse', userAgent].filter(Boolean).join(': ') };
}

function factOfBounce(bounce: SesBounce): ProviderFact {
  const failed = bounce.bouncedRecipients.filter((recipient) => !isAbsenceNote(bounce, recipient));
  if (failed.length === 0) return { kind: 'other' };
  const words = `SES: ${bounce.bounceType ?? ''} ${bounce.bounceSubType ?? ''}`.trim();
  return reportAbout(
    failed.map((recipient) =>
      reportedAs('failed', { ...shownOf(recipient, words), classification: bounced(bounce, recipient) }),
    ),
    bounce.reportingMTA,
  );
}

/** SES reports absence notes as transient bounces, without a server's reply. */
function isAbsenceNote(
  { bounceType, bounceSubType }: SesBounce,
  { action, status, diagnosticCode }: SesRecipient,
): boolean {
  const isBare = action === undefined && status === undefined && diagnosticCode === undefined;
  return isBare && bounceType === 'Transient' && bounceSubType === 'General';
}

function shownOf({ emailAddress, diagnosticCode }: SesRecipient, otherwise: string) {
  return { address: emailAddress, diagnostic: wordsOf(diagnosticCode) ?? otherwise };
}

/** RFC 3464 §2.3.6: the kind of the code stands before it. */
function wordsOf(diagnosticCode: string | undefined): string | undefined {
  return diagnosticCode?.replace(/^\s*smtp\s*;\s*/i, '');
}

function classified({ emailAddress, status, diagnosticCode }: SesRecipient): ReplyClassification {
  return classifyQuoted(emailAddress, { status, diagnostic: wordsOf(diagnosticCode) });
}

type Found = Pick<ReplyClassification, 'class' | 'bounceType' | 'suppression'>;

/** By the word of SES, where no server has said anything. */
const bySubType: Readonly<Record<string, Found>> = {
  NoEmail: { class: 'recipient', bounceType: 'hard', suppression: 'hard_bounce' },
  MailboxFull: { class: 'full', bounceType: 'soft', suppression: null },
  MessageTooLarge: { class: 'size', bounceType: 'soft', suppression: null },
  ContentRejected: { class: 'content', bounceType: 'soft', suppression: null },
  AttachmentRejected: { class: 'content', bounceType: 'soft', suppression: null },
  CustomTimeoutExceeded: { class: 'no_answer', bounceType: 'soft', suppression: null },
};
/** SES's own list has addresses whose mailbox did not exist for any sender. */
const onGlobalList: ReplyClassification = {
  ...ownDecision,
  class: 'inactive',
  bounceType: 'hard',
  suppression: 'hard_bounce',
};
const onAccountList: ReplyClassification = {
  ...ownDecision,
  class: 'policy',
  bounceType: 'undetermined',
  suppression: null,
};

/** What a server said counts, read as everywhere; what SES calls passing is never a reason to suppress. */
function bounced(
  { bounceType, bounceSubType = '' }: SesBounce,
  recipient: SesRecipient,
): ReplyClassification {
  if (bounceSubType === 'Suppressed') return onGlobalList;
  if (bounceSubType === accountList) return onAccountList;
  const isSilent = recipient.status === undefined && recipient.diagnosticCode === undefined;
  const found: ReplyClassification = isSilent
    ? {
        ...ownDecision,
        class: 'other',
        bounceType: 'undetermined',
        suppression: null,
        ...bySubType[bounceSubType],
      }
    : classified(recipient);
  if (bounceType !== 'Transient') return found;
  return { ...found, bounceType: 'soft', suppression: null };
}
