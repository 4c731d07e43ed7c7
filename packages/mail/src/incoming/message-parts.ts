import type { Address } from 'postal-mime';
import { checkFileCount } from '../parsing/mime-limits';
import { relayedAttachments, type RelayedAttachment } from '../parsing/incoming-attachments';
import { parseMimeTree } from '../parsing/parse-mime';
import { RefusedMessage } from '../parsing/refused-message';
import { isExpressible } from './relayed-entity';

export interface NamedAddress {
  readonly address: string;
  /** Empty: none. */
  readonly name: string;
}

/** A message in the terms of those who take no RFC 5322 message: a provider's API. */
export interface MessageParts {
  readonly from: NamedAddress;
  readonly replyTo: NamedAddress | null;
  /** Of To and Cc. */
  readonly shown: readonly NamedAddress[];
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
  readonly attachments: readonly RelayedAttachment[];
  /** All fields of the header, in their order, unfolded. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

export type MessagePartsReading =
  { readonly ok: true; readonly parts: MessageParts } | { readonly ok: false; readonly fault: string };

/** Takes a message apart that html, text and files can express; what is signed, encrypted or nested otherwise cannot be. */
export async function readMessageParts(octets: Buffer): Promise<MessagePartsReading> {
  try {
    const { mail, root } = await parseMimeTree(octets, {
      attachmentEncoding: 'arraybuffer',
      forceRfc822Attachments: true,
    });
    checkFileCount(mail.attachments.length);
    const [from] = addressesOf(mail.from);
    if (!from) return { ok: false, fault: 'it has no sender' };
    if (!isExpressible(root))
      return { ok: false, fault: 'its MIME structure is more than html, text and files' };
    return {
      ok: true,
      parts: {
        from,
        replyTo: addressesOf(...(mail.replyTo ?? []))[0] ?? null,
        shown: addressesOf(...(mail.to ?? []), ...(mail.cc ?? [])),
        subject: mail.subject ?? '',
        html: mail.html ?? null,
        text: mail.text ?? null,
        attachments: relayedAttachments(mail.attachments, mail.html),
        headers: mail.headers.map(({ originalKey, value }) => ({
          name: originalKey,
          value: value.replace(/\s*[\r\n]+\s*/g, ' ').trim(),
        })),
      },
    };
  } catch (error) {
    return {
      ok: false,
      fault: error instanceof RefusedMessage ? error.message : 'it cannot be read as MIME',
    };
  }
}

function addressesOf(...list: readonly (Address | undefined)[]): readonly NamedAddress[] {
  return list
    .flatMap((entry) => (entry?.group ? entry.group : [entry]))
    .flatMap((entry) => (entry?.address ? [{ address: entry.address, name: entry.name }] : []));
}
