import { constants, gunzipSync } from 'node:zlib';
import { parseMime } from '../parsing/parse-mime';
import { RefusedMessage } from '../parsing/refused-message';

/** Why a mail shows no report, in the words of `inbound_spool.result`. */
export interface Unreadable {
  readonly ok: false;
  readonly reason: string;
}

export function unreadable(reason: string): Unreadable {
  return { ok: false, reason };
}

/** Reporters attach one file; a signature or a logo may stand beside it. */
const attachmentsMax = 8;

/** Attachments in their order, then the text: there are reporters that put the report there. Null: beyond the bounds of MIME. */
export async function attachmentsOf(raw: Uint8Array): Promise<Buffer[] | null> {
  const mail = await parseMime(raw, {
    attachmentEncoding: 'arraybuffer',
    forceRfc822Attachments: true,
  }).catch((error: unknown) => {
    if (error instanceof RefusedMessage || error instanceof Error) return null;
    throw error;
  });
  if (mail === null) return null;
  const attached = mail.attachments.map(({ content }) =>
    typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer),
  );
  const all = mail.text === undefined ? attached : [...attached, Buffer.from(mail.text)];
  return all.slice(0, attachmentsMax);
}

export function isGzip(content: Buffer): boolean {
  return content[0] === 0x1f && content[1] === 0x8b;
}

/** All members of it, with one bound. Null: broken. */
export function gunzipWithin(content: Buffer, bytesMax: number): Buffer | 'too large' | null {
  // Mimecast's end with a line break that is not in the format. Gzip ends with its length, whose highest octet cannot be one.
  let end = content.length;
  while (end > 0 && (content[end - 1] === 0x0a || content[end - 1] === 0x0d)) end -= 1;
  try {
    // Without its checksum (a gateway cut the last octets) the text may still be there; its end says whether it is whole.
    const options = { maxOutputLength: bytesMax, finishFlush: constants.Z_SYNC_FLUSH };
    return gunzipSync(content.subarray(0, end), options);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : null;
  }
}
