import { constants, gunzipSync } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { parseMime } from '../../parsing/parse-mime';
import { RefusedMessage } from '../../parsing/refused-message';

/** Why a mail shows no report, in the words of `inbound_spool.result`. */
export interface Unreadable {
  readonly ok: false;
  readonly reason: string;
}

export type Expanded = { readonly ok: true; readonly xml: Buffer } | Unreadable;

/**
 * Bounds of what a small attachment may become. The largest reports that are seen have some ten thousand records of 600
 * octets. An absolute bound is tighter than any ratio: deflate makes 1,000 octets of one, so 20 KB are enough to meet it.
 */
export const xmlBytesMax = 20 * 1_024 * 1_024;
/** Reporters attach one file; a signature or a logo may stand beside it. */
const attachmentsMax = 8;
/** An archive holds the report and nothing else; some archivers add a folder or a file of their own. */
const zipEntriesMax = 8;

/** The XML of the first attachment that is a report: by what it begins with, since types and names are often wrong. */
export async function expandReport(raw: Uint8Array): Promise<Expanded> {
  const contents = await attachmentsOf(raw);
  if (contents === null) return unreadable('not MIME');
  let failure = unreadable('no report attached');
  for (const content of contents.slice(0, attachmentsMax)) {
    const expanded = await expand(content);
    if (expanded === null) continue;
    if (expanded.ok) return expanded;
    failure = expanded;
  }
  return failure;
}

export function unreadable(reason: string): Unreadable {
  return { ok: false, reason };
}

/** Attachments in their order, then the text: there are reporters that put the XML there. Null: beyond the bounds of MIME. */
async function attachmentsOf(raw: Uint8Array): Promise<Buffer[] | null> {
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
  return mail.text === undefined ? attached : [...attached, Buffer.from(mail.text)];
}

/** Null: no report and no archive. */
async function expand(content: Buffer): Promise<Expanded | null> {
  switch (formOf(content)) {
    case 'xml':
      return content.length > xmlBytesMax ? tooLarge : { ok: true, xml: content };
    case 'gzip':
      return ofArchive(gunzip(content));
    case 'zip':
      return ofArchive(await unzip(content));
    case null:
      return null;
  }
}

const tooLarge = unreadable('more than 20 MB of XML');

/** An archive within an archive is no report: nothing is expanded twice. */
function ofArchive(expanded: Expanded): Expanded {
  if (!expanded.ok || formOf(expanded.xml) === 'xml') return expanded;
  return unreadable('an archive without XML');
}

function formOf(content: Buffer): 'xml' | 'gzip' | 'zip' | null {
  if (content[0] === 0x1f && content[1] === 0x8b) return 'gzip';
  if (content.subarray(0, 4).equals(zipSignature)) return 'zip';
  // A byte order mark, UTF-16 or blanks may stand before it.
  const start = content.toString('latin1', 0, 64).replace(/[^\x21-\x7e]/g, '');
  return /^<(?:[?!a-z])/i.test(start) ? 'xml' : null;
}

const zipSignature = Buffer.from('PK\u0003\u0004', 'latin1');

/** All members of it, with one bound. */
function gunzip(content: Buffer): Expanded {
  // Mimecast's end with a line break that is not in the format. Gzip ends with its length, whose highest octet cannot be one.
  let end = content.length;
  while (end > 0 && (content[end - 1] === 0x0a || content[end - 1] === 0x0d)) end -= 1;
  try {
    // Without its checksum (a gateway cut the last octets) the text may still be there; the XML says whether it is whole.
    const options = { maxOutputLength: xmlBytesMax, finishFlush: constants.Z_SYNC_FLUSH };
    return { ok: true, xml: gunzipSync(content.subarray(0, end), options) };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? tooLarge
      : unreadable('broken gzip');
  }
}

async function unzip(content: Buffer): Promise<Expanded> {
  try {
    const zip = await fromBufferPromise(content);
    if (zip.entryCount > zipEntriesMax) return unreadable('more than 8 files in the archive');
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    const files = entries.filter(
      ({ fileName }) => !fileName.endsWith('/') && !fileName.startsWith('__MACOSX/'),
    );
    const entry = files.find(({ fileName }) => /\.xml$/i.test(fileName)) ?? files[0];
    if (entry === undefined) return unreadable('an empty archive');
    if (entry.isEncrypted()) return unreadable('an encrypted archive');
    // What it says of itself; what comes out is counted as well.
    if (entry.uncompressedSize > xmlBytesMax) return tooLarge;
    return await readEntry(zip, entry);
  } catch {
    return unreadable('broken zip');
  }
}

async function readEntry(zip: ZipFile, entry: Entry): Promise<Expanded> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    bytes += (chunk as Buffer).length;
    // Leaving the loop ends the stream.
    if (bytes > xmlBytesMax) return tooLarge;
    chunks.push(chunk as Buffer);
  }
  return { ok: true, xml: Buffer.concat(chunks) };
}
