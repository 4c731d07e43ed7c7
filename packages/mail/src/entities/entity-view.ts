import type { Attachment } from 'postal-mime';
import { checkFileCount } from '../parsing/mime-limits';
import { filenameOf, mediaTypeOf } from '../parsing/incoming-attachments';
import { parseMimeTree } from '../parsing/parse-mime';
import { RefusedMessage } from '../parsing/refused-message';
import { readEntity } from './mime-entity';

/** An entity as html, text and a list of files. */
export interface EntityView {
  readonly html: string | null;
  readonly text: string | null;
  readonly files: readonly ViewedFile[];
}

export interface ViewedFile {
  readonly filename: string;
  readonly contentType: string;
  /** Decoded octets. */
  readonly size: number;
}

export type EntityViewing =
  { readonly ok: true; readonly view: EntityView } | { readonly ok: false; readonly fault: string };

/** Reading one of this size takes 1 to 10 ms; larger ones are sent all the same, and shown without their parts. */
const viewedOctetsMax = 131_072;
const unseen: EntityViewing = { ok: true, view: { html: null, text: null, files: [] } };

/** Whether an entity can be sent, and what is in it. */
export async function viewEntity(octets: Buffer): Promise<EntityViewing> {
  const reading = readEntity(octets);
  if (!reading.ok) return reading;
  if (octets.length > viewedOctetsMax) return unseen;
  try {
    const { mail, hasInseparableParts } = await parseMimeTree(octets, {
      attachmentEncoding: 'arraybuffer',
      forceRfc822Attachments: true,
    });
    if (hasInseparableParts)
      return { ok: false, fault: 'has a multipart without a boundary, or whose boundary does not occur' };
    checkFileCount(mail.attachments.length);
    return {
      ok: true,
      view: {
        html: storable(mail.html),
        text: storable(mail.text),
        files: mail.attachments.map((file, i) => ({
          filename: filenameOf(file, i),
          contentType: mediaTypeOf(file),
          size: sizeOf(file.content),
        })),
      },
    };
  } catch (error) {
    return {
      ok: false,
      fault: error instanceof RefusedMessage ? `has ${error.message}` : 'cannot be read as MIME',
    };
  }
}

/** No text column holds NUL, to which a quoted-printable body can decode. */
function storable(text: string | undefined): string | null {
  return text ? text.toWellFormed().replaceAll('\0', '') : null;
}

function sizeOf(content: Attachment['content']): number {
  return typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength;
}
