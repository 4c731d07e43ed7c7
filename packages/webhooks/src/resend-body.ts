import type { EmailEventType, WebhookEventType } from '@postrider/contracts/events';
import type { FailureClass } from '@postrider/contracts/outcomes';
import { resendEventNames, type WebhookBody } from '@postrider/contracts/webhooks';
import { uuidV7Time } from '@postrider/db';

type BodyOf<Type extends WebhookEventType> = Extract<WebhookBody, { type: Type }>;

/** A webhook's body as Resend writes it; <https://resend.com/docs/webhooks/event-types> has its fields. */
export function resendBody(body: WebhookBody): object {
  const present = data[body.type] as (body: WebhookBody) => object;
  return { type: resendEventNames[body.type], created_at: body.created_at, data: present(body) };
}

const data: { readonly [Type in WebhookEventType]: (body: BodyOf<Type>) => object } = {
  'email.sent': emailData,
  'email.delivered': emailData,
  'email.delivery_delayed': emailData,
  'email.late': emailData,
  'email.bounced': (body) => ({ ...emailData(body), bounce: bounceOf(body.data) }),
  'email.complained': emailData,
  'email.rejected': (body) => ({ ...emailData(body), failed: { reason: reasonOf(body.data) } }),
  'email.opened': emailData,
  'email.clicked': (body) => ({ ...emailData(body), click: clickOf(body) }),
  'email.unsubscribed': emailData,
  'email.failed': (body) => ({ ...emailData(body), failed: { reason: reasonOf(body.data) } }),
  'email.received': receivedData,
  'webhook.test': ({ data: test }) => test,
  'contact.created': contactData,
  'contact.updated': contactData,
  'contact.deleted': ({ data: contact }) => ({ id: contact.id }),
  'contact.subscribed': contactData,
  'contact.unsubscribed': contactData,
};

function contactData({ data: contact }: { readonly data: BodyOf<'contact.created'>['data'] }): object {
  const { id, email, first_name, last_name, status, created_at, updated_at } = contact;
  const unsubscribed = status !== 'SUBSCRIBED';
  return { id, created_at, updated_at, email, first_name, last_name, unsubscribed };
}

/** `to` is the recipient of the event alone: Resend has no field for it, and receivers suppress what is in `to`. */
function emailData({ data: email }: BodyOf<EmailEventType>): object {
  const { email_id, message_id, from, recipient, subject, tags } = email;
  const isTemplate = tags !== undefined && !Array.isArray(tags);
  const list = isTemplate ? tags.tags : tags;
  return {
    ...{ created_at: uuidV7Time(email_id).toISOString(), email_id, message_id },
    ...{ from, to: [recipient], subject },
    ...(isTemplate && { template_id: tags.template.id }),
    ...(list &&
      list.length > 0 && { tags: Object.fromEntries(list.map(({ name, value }) => [name, value])) }),
  };
}

type FailureData = BodyOf<'email.failed' | 'email.rejected' | 'email.bounced'>['data'];

function reasonOf({ detail, diagnosis }: FailureData): string {
  return detail ?? diagnosis?.advice ?? 'No reason was given.';
}

const bounceTypes = { hard: 'Permanent', soft: 'Transient', undetermined: 'Undetermined' } as const;
/** Resend knows these of soft bounces only; of other classes it says `General`. */
const softSubTypes: Partial<Record<FailureClass, string>> = {
  full: 'MailboxFull',
  size: 'MessageTooLarge',
  content: 'ContentRejected',
};

function bounceOf(bounce: BodyOf<'email.bounced'>['data']): object {
  const type = bounceTypes[bounce.bounce_type ?? 'undetermined'];
  const soft = type === 'Transient' && bounce.diagnosis ? softSubTypes[bounce.diagnosis.class] : undefined;
  const subType = type === 'Undetermined' ? 'Undetermined' : (soft ?? 'General');
  return { message: reasonOf(bounce), type, subType };
}

/** Events have neither the address nor the browser of who clicked. */
function clickOf({ created_at, data: { url = '' } }: BodyOf<'email.clicked'>): object {
  return { ipAddress: '', link: url, timestamp: created_at, userAgent: '' };
}

function receivedData({ created_at, data: reply }: BodyOf<'email.received'>): object {
  const { inbound_id: email_id, message_id = '', to, received_for, subject, attachments = [] } = reply;
  const from = /<([^<>]*)>\s*$/.exec(reply.from)?.[1] ?? reply.from;
  return {
    ...{ email_id, created_at, from, to, cc: [], bcc: [], received_for, message_id, subject },
    attachments: attachments.map(({ index, filename, content_type, content_id = null }) => ({
      ...{ id: String(index), filename, content_type, content_id },
      content_disposition: content_id === null ? 'attachment' : 'inline',
    })),
  };
}
