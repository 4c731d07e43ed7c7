import { normaliseAddress, providerTagName, providerTagValue, readMessageParts } from '@postrider/mail';
import type { MessageParts, NamedAddress } from '@postrider/mail';
import type { ApiMail } from '../calls/provider-api';

export type SendGridReading =
  { readonly ok: true; readonly body: object } | { readonly ok: false; readonly fault: string };

/** What SendGrid writes itself, or refuses to be given; and our signatures, which hold for the message as we composed it. */
const ownFields = new Set([
  ...['from', 'to', 'cc', 'bcc', 'reply-to', 'subject', 'date', 'message-id', 'sender', 'return-path'],
  ...['mime-version', 'content-type', 'content-transfer-encoding', 'dkim-signature', 'received'],
  ...['x-sg-id', 'x-sg-eid'],
]);

/** Tracking is the platform's: links and pixels are in the message already. */
const trackingSettings = {
  click_tracking: { enable: false, enable_text: false },
  open_tracking: { enable: false },
  subscription_tracking: { enable: false },
};

/** The body of `POST /v3/mail/send` for a composed message. Its To holds the one recipient, since SendGrid sends to the addresses in To. */
export async function sendGridMail({ recipient, token, octets }: ApiMail): Promise<SendGridReading> {
  const reading = await readMessageParts(octets);
  if (!reading.ok) return reading;
  const { parts } = reading;
  return {
    ok: true,
    body: {
      personalizations: [
        {
          to: [named(recipientOf(recipient, parts))],
          custom_args: { [providerTagName]: providerTagValue(token) },
        },
      ],
      from: named(parts.from),
      ...(parts.replyTo && { reply_to: named(parts.replyTo) }),
      subject: parts.subject || '(no subject)',
      content: contentOf(parts),
      ...(parts.attachments.length > 0 && { attachments: attachmentsOf(parts) }),
      headers: headersOf(parts),
      tracking_settings: trackingSettings,
    },
  };
}

function recipientOf(recipient: string, { shown }: MessageParts): NamedAddress {
  const key = normaliseAddress(recipient);
  const name = shown.find(({ address }) => normaliseAddress(address) === key)?.name ?? '';
  return { address: recipient, name };
}

function named({ address, name }: NamedAddress) {
  return { email: address, ...(name !== '' && { name }) };
}

/** Plain text first, and none of them empty, as the API wants it. */
function contentOf({ text, html }: MessageParts) {
  const plain = text === null && html !== null ? [] : [{ type: 'text/plain', value: text || ' ' }];
  return [...plain, ...(html === null ? [] : [{ type: 'text/html', value: html || ' ' }])];
}

function attachmentsOf({ attachments }: MessageParts) {
  return attachments.map(({ filename, content, content_type: type, content_id: contentId }) => ({
    filename,
    content,
    // Without parameters, which the API refuses.
    type: type.split(';', 1)[0],
    ...(contentId === undefined
      ? { disposition: 'attachment' }
      : { disposition: 'inline', content_id: contentId }),
  }));
}

function headersOf({ headers }: MessageParts): Record<string, string> {
  return Object.fromEntries(
    headers.filter(({ name }) => !ownFields.has(name.toLowerCase())).map(({ name, value }) => [name, value]),
  );
}
