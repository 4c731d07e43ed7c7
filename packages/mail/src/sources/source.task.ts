import { decodeWords } from 'postal-mime';
import { composeMessage, type OutgoingMessage } from '../composing/compose-message';
import { readEntity } from '../entities/mime-entity';
import { addLinks, type LegalSender, type LinkedBody, type LinkedMessage } from '../links/add-links';
import { createPublicLinks } from '../links/public-links';
import { contentIdOf, filenameOf, mediaTypeOf } from '../parsing/incoming-attachments';
import { checkFileCount } from '../parsing/mime-limits';
import { parseMime } from '../parsing/parse-mime';
import { elideAttachments } from './elide-attachments';

/** An email to show as a message: plain data, since it is passed to a thread. */
export interface SourceOrder {
  readonly message: LinkedMessage;
  /** Its headers and bodies as they were accepted. */
  readonly outgoing: Omit<OutgoingMessage, 'emailId' | 'entity' | 'attachments' | 'unsubscribeUrl'>;
  /** Base64 of an entity that is sent as it is. */
  readonly mime: string | null;
  readonly attachments: readonly {
    readonly filename: string;
    readonly contentType: string;
    readonly contentId: string | null;
    /** Base64; absent: only the message around it is wanted. */
    readonly content?: string | null;
  }[];
  /** Named in the footer; null: there is no footer. */
  readonly sender: LegalSender | null;
  readonly linkBase: string;
  readonly linkSecret: Uint8Array;
}

/**
 * The RFC 5322 message of an email, without the content of attachments, and without what is added as it leaves: DKIM signatures and the
 * headers that bring complaints back.
 */
export function showSource(order: SourceOrder): string {
  return elideAttachments(compose(order).octets);
}

/** The same message whole. */
export function composeSource(order: SourceOrder): Uint8Array {
  return compose(order).octets;
}

/** The message as a mail client shows it. */
export interface SourceView {
  /** In their order, unfolded and decoded. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly html: string | null;
  readonly text: string | null;
  /** Of an entity that is sent as it is; null: the files are those of the order. */
  readonly files: readonly SourceFile[] | null;
}

export interface SourceFile {
  readonly filename: string;
  readonly contentType: string;
  readonly contentId: string | null;
  /** Decoded octets. */
  readonly size: number;
}

export async function viewSource(order: SourceOrder): Promise<SourceView> {
  const { octets, html, text } = compose(order);
  const headers = readHeaders(octets);
  if (order.mime === null) return { headers, html, text, files: null };
  const mail = await readEntityParts(order.mime);
  // What cannot be read as MIME is sent all the same: its source shows it.
  if (mail === null) return { headers, html, text, files: [] };
  const files = mail.files.map(({ content, ...file }) => ({ ...file, size: content.byteLength }));
  return { headers, html: mail.html, text: mail.text, files };
}

/** A file of an entity; null: there is none of this index. */
export async function readEntityFile({
  mime,
  index,
}: {
  readonly mime: string;
  readonly index: number;
}): Promise<(Omit<SourceFile, 'size'> & { readonly content: Uint8Array }) | null> {
  return (await readEntityParts(mime))?.files[index] ?? null;
}

function compose(order: SourceOrder): LinkedBody & { readonly octets: Buffer } {
  const { message, outgoing, mime, attachments, sender, linkBase, linkSecret } = order;
  const body = { html: outgoing.html ?? null, text: outgoing.text ?? null };
  const links = createPublicLinks(Buffer.from(linkSecret));
  const linked =
    mime === null ? addLinks(message, { body, linkBase, links, sender }) : { ...body, unsubscribeUrl: null };
  const entity = mime === null ? null : readEntity(Buffer.from(mime, 'base64'));
  const octets = composeMessage({
    ...{ ...outgoing, ...linked, emailId: message.id },
    attachments: attachments.map((file) => ({ ...file, content: file.content ?? '' })),
    entity: entity?.ok ? entity.entity : undefined,
  });
  return { ...linked, octets };
}

function readHeaders(octets: Buffer): SourceView['headers'] {
  const end = octets.indexOf('\r\n\r\n');
  const lines = octets
    .toString('utf8', 0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  return lines.map((line) => {
    const colon = line.indexOf(':');
    return { name: line.slice(0, colon), value: decodeWords(line.slice(colon + 1).trim()) };
  });
}

async function readEntityParts(mime: string) {
  try {
    const mail = await parseMime(Buffer.from(mime, 'base64'), {
      ...{ attachmentEncoding: 'arraybuffer', forceRfc822Attachments: true },
    });
    checkFileCount(mail.attachments.length);
    return {
      ...{ html: mail.html ?? null, text: mail.text ?? null },
      files: mail.attachments.map((file, index) => ({
        ...{
          filename: filenameOf(file, index),
          contentType: mediaTypeOf(file),
          contentId: contentIdOf(file),
        },
        content: typeof file.content === 'string' ? Buffer.from(file.content) : new Uint8Array(file.content),
      })),
    };
  } catch {
    return null;
  }
}
