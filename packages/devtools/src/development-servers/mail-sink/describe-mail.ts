import type { SinkMessage } from '@postrider/testkit';
import PostalMime, { decodeWords, type Address, type Attachment, type Header } from 'postal-mime';

interface NamedAddress {
  readonly address: string;
  readonly name: string;
}

/** A mail as MailDev lists it: tests and programs outside of this project read these names. */
export interface DescribedMail {
  readonly id: string;
  readonly time: Date;
  readonly size: number;
  readonly subject: string;
  readonly from: readonly NamedAddress[];
  readonly to: readonly NamedAddress[];
  readonly cc: readonly NamedAddress[];
  /** Recipients that no header names. */
  readonly calculatedBcc: readonly { readonly address: string }[];
  readonly date?: string | undefined;
  readonly messageId?: string | undefined;
  readonly html?: string | undefined;
  readonly text?: string | undefined;
  /** Names in lower case; a field that occurs more than once has an array. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly attachments: readonly object[];
  readonly envelope: {
    readonly from: { readonly address: string };
    readonly to: readonly { readonly address: string }[];
    readonly host: string;
    readonly remoteAddress: string;
  };
}

/** Reads a mail in linear time, however its HTML is nested: nothing here builds a tree of it. */
export async function describeMail(id: string, message: SinkMessage): Promise<DescribedMail> {
  const mail = await PostalMime.parse(message.raw, {
    attachmentEncoding: 'arraybuffer',
    forceRfc822Attachments: true,
  });
  const [to, cc] = [addressesOf(mail.to), addressesOf(mail.cc)];
  const shown = new Set([...to, ...cc].map(({ address }) => address.toLowerCase()));
  const hidden = message.to.filter((address) => !shown.has(address.toLowerCase()));
  return {
    id,
    time: message.receivedAt,
    size: message.raw.length,
    subject: mail.subject ?? '',
    from: addressesOf(mail.from && [mail.from]),
    to,
    cc,
    calculatedBcc: hidden.map((address) => ({ address })),
    date: mail.date,
    messageId: mail.messageId,
    html: mail.html,
    text: mail.text,
    headers: headersOf(mail.headers),
    attachments: mail.attachments.map(describeAttachment),
    envelope: {
      from: { address: message.from },
      to: message.to.map((address) => ({ address })),
      host: message.clientName,
      remoteAddress: message.clientAddress,
    },
  };
}

function addressesOf(list: readonly Address[] | undefined): NamedAddress[] {
  return (list ?? [])
    .flatMap((entry) => entry.group ?? [entry])
    .map(({ address, name }) => ({ address: address ?? '', name }));
}

/** First of a name comes first. */
function headersOf(headers: readonly Header[]): Record<string, string | string[]> {
  const found = Map.groupBy(headers, ({ key }) => key);
  return Object.fromEntries(
    [...found].map(([key, fields]) => {
      const [first = '', ...others] = fields.map(({ value }) => decodeWords(value));
      return [key, others.length === 0 ? first : [first, ...others]];
    }),
  );
}

function describeAttachment({ filename, mimeType, contentId, disposition, content }: Attachment): object {
  const name = filename ?? 'attachment';
  return {
    filename: name,
    fileName: name,
    contentType: mimeType,
    contentDisposition: disposition ?? 'attachment',
    ...(contentId !== undefined && { contentId: contentId.replace(/^<|>$/g, '') }),
    size: typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength,
  };
}
