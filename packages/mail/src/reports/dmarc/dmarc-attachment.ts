import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { attachmentsOf, gunzipWithin, isGzip, unreadable, type Unreadable } from '../report-attachments';

export type Expanded = { readonly ok: true; readonly xml: Buffer } | Unreadable;

/**
 * Bounds of what a small attachment may become. The largest reports that are seen have some ten thousand records of 600
 * octets. An absolute bound is tighter than any ratio: deflate makes 1,000 octets of one, so 20 KB are enough to meet it.
 */
export const xmlBytesMax = 20 * 1_024 * 1_024;
/** An archive holds the report and nothing else; some archivers add a folder or a file of their own. */
const zipEntriesMax = 8;

/** The XML of the first attachment that is a report: by what it begins with, since types and names are often wrong. */
export async function expandReport(raw: Uint8Array): Promise<Expanded> {
  const contents = await attachmentsOf(raw);
  if (contents === null) return unreadable('not MIME');
  let failure = unreadable('no report attached');
  for (const content of contents) {
    const expanded = await expand(content);
    if (expanded === null) continue;
    if (expanded.ok) return expanded;
    failure = expanded;
  }
  return failure;
}

/** Null: no report and no archive. */
async function expand(content: Buffer): Promise<Expanded | null> {
  switch (formOf(content)) {
    case 'xml':
      return content.length > xmlBytesMax ? tooLarge : { ok: true, xml: content };
    case 'gzip':
      return ofArchive(expandGzip(content));
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
  if (isGzip(content)) return 'gzip';
  if (content.subarray(0, 4).equals(zipSignature)) return 'zip';
  // A byte order mark, UTF-16 or blanks may stand before it.
  const start = content.toString('latin1', 0, 64).replace(/[^\x21-\x7e]/g, '');
  return /^<(?:[?!a-z])/i.test(start) ? 'xml' : null;
}

const zipSignature = Buffer.from('PK\u0003\u0004', 'latin1');

function expandGzip(content: Buffer): Expanded {
  const expanded = gunzipWithin(content, xmlBytesMax);
  if (expanded === 'too large') return tooLarge;
  return expanded === null ? unreadable('broken gzip') : { ok: true, xml: expanded };
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
