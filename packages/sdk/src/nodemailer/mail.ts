import type { SendEmailFields } from '../emails/email';

/** Fields of the API that Nodemailer does not have, as `postrider` in the message of `sendMail`. */
export type MailFields = Pick<
  SendEmailFields,
  'tags' | 'kind' | 'metadata' | 'scheduled_at' | 'expires_at' | 'track' | 'hide_recipients'
>;

export interface Address {
  readonly name?: string;
  readonly address: string;
}

/** As much of Nodemailer's normalized message as is used here. */
export interface MailData {
  readonly from?: Address | null;
  readonly to?: readonly Address[] | null;
  readonly cc?: readonly Address[] | null;
  readonly replyTo?: readonly Address[] | null;
  readonly subject?: string;
  readonly text?: string;
  readonly html?: string;
  readonly attachments?: readonly MailAttachment[];
  readonly normalizedHeaders?: Readonly<Record<string, string>>;
  readonly priority?: string;
  readonly icalEvent?: unknown;
  readonly alternatives?: readonly unknown[];
  readonly amp?: unknown;
  readonly watchHtml?: unknown;
  readonly raw?: unknown;
  readonly postrider?: MailFields;
}

interface MailAttachment {
  readonly filename?: string | false;
  readonly content?: string;
  readonly encoding?: string;
  readonly contentType?: string;
  readonly cid?: string;
  readonly raw?: unknown;
}

/** What only an entity of its own can say: other forms of the text, invitations. */
export function needsEntity({
  icalEvent,
  alternatives,
  amp,
  watchHtml,
  attachments = [],
}: MailData): boolean {
  const others = (alternatives?.length ?? 0) > 0 || attachments.some(({ raw }) => raw !== undefined);
  return [icalEvent, amp, watchHtml].some(Boolean) || others;
}

/** The envelope names the recipients: others in To and Cc are dropped, and recipients in neither become bcc. */
export function toEmail(data: MailData, recipients: readonly string[]): SendEmailFields {
  const { from, replyTo, subject, postrider } = data;
  if (data.raw !== undefined) throw new TypeError('`raw` cannot be sent: give the fields of the message');
  if (!from) throw new TypeError('`from` is missing');
  if ((replyTo?.length ?? 0) > 1) throw new TypeError('`replyTo` takes one address');
  const [reply] = replyTo ?? [];
  const headers = headersOf(data);
  return {
    ...postrider,
    from: text(from),
    ...recipientFields(data, recipients),
    ...(reply && { reply_to: text(reply) }),
    ...(subject !== undefined && { subject }),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
}

export function contentOf({ html, text, attachments = [] }: MailData): Partial<SendEmailFields> {
  return {
    ...(html !== undefined && { html }),
    ...(text !== undefined && { text }),
    ...(attachments.length > 0 && { attachments: attachments.map(attachmentOf) }),
  };
}

function recipientFields(
  { to, cc }: MailData,
  recipients: readonly string[],
): Pick<SendEmailFields, 'to' | 'cc' | 'bcc' | 'hide_recipients'> {
  const left = new Set(recipients);
  const named = (addresses: MailData['to']): string[] =>
    (addresses ?? []).filter(({ address }) => left.delete(address)).map(text);
  const [inTo, inCc, bcc] = [named(to), named(cc), [...left]];
  if (inTo.length === 0 && inCc.length === 0)
    return { to: bcc, ...(bcc.length > 1 && { hide_recipients: true }) };
  // The API requires `to`.
  return {
    ...(inTo.length > 0 ? { to: inTo, ...(inCc.length > 0 && { cc: inCc }) } : { to: inCc }),
    ...(bcc.length > 0 && { bcc }),
  };
}

const text = ({ name, address }: Address): string =>
  name ? `"${name.replace(/["\\]/g, '\\$&')}" <${address}>` : address;

const priorities: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  high: { 'X-Priority': '1', Importance: 'high' },
  low: { 'X-Priority': '5', Importance: 'low' },
};

function headersOf({ normalizedHeaders = {}, priority = '' }: MailData): Record<string, string> {
  // The Message-ID is the platform's; the caller's becomes the idempotency key.
  const others = Object.entries(normalizedHeaders).filter(([name]) => name.toLowerCase() !== 'message-id');
  return { ...priorities[priority], ...Object.fromEntries(others) };
}

function attachmentOf({ filename, content = '', encoding, contentType, cid }: MailAttachment) {
  return {
    filename: filename || 'attachment',
    content: encoding === 'base64' ? content : new TextEncoder().encode(content),
    ...(contentType && { content_type: contentType }),
    ...(cid && { content_id: cid }),
  };
}
