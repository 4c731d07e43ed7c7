import { isAscii, isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';

/**
 * Text of octets that came by mail, by the charset that they are labelled with. A label is believed for as long as the
 * octets are possible in it. Octets that are not, and those whose label says nothing, are looked at: UTF-8, ISO-2022-JP
 * by its escapes, else `otherwise`. A byte order mark stays.
 */
export function decodeText(
  octets: Uint8Array,
  label: string | null | undefined,
  otherwise: string | null = null,
): string {
  const bytes = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength);
  const charset = charsetOf(label ?? '');
  if (charset === null) return decodeUnlabelled(bytes, otherwise);
  const text = decodeAs(charset, bytes);
  if (!text.includes(replacement)) return text;
  if (charset === 'utf-8') return decodeUnlabelled(bytes, otherwise);
  return isUtf8(bytes) ? utf8.decode(bytes) : text;
}

export function withoutByteOrderMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

const replacement = '\ufffd';
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
/** Has all of Latin-1. Browsers read that as this one (WHATWG Encoding), and so do mail programs. */
const western = 'windows-1252';
const japanese = 'iso-2022-jp';
/** Two octets for a character of the first plane: most texts have blanks or line breaks, and so a NUL. */
const sixteenBit = /^utf16/;

/** Decoded by Node: iconv-lite has no ISO-2022-JP, and lacks letters of the two others. */
const decodedByNode = new Set([japanese, 'macintosh', 'x-mac-cyrillic']);

/** Names in letters and digits, where iconv-lite does not know them or takes them for a smaller set. */
const charsets: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'utf-8': 'utf8 utf8mb3 utf8mb4 65001 cp65001 windows65001 unicode11utf8 unicode20utf8',
    [western]: 'iso88591 iso885911987 latin1 l1 isoir100 cp819 ibm819 88591',
    'windows-1254': 'iso88599 iso885991989 latin5 l5 isoir148',
    'windows-874': 'iso885911 tis620 tis6200 tis62025291 tis62025330 isoir166',
    utf16: 'utf16 unicode iso10646ucs2 ucs2',
    [japanese]: 'junet 50220 50221 50222 cp50220 cp50221 cp50222 windows50220 windows50221 windows50222',
    macintosh: 'macintosh macroman mac',
    'x-mac-cyrillic': 'maccyrillic macukrainian',
    gb18030: 'gb2312 gb231280 gbk cp936 ms936 windows936 936 euccn chinese isoir58 iso58gb231280',
    cp949: 'uhc',
    eucjp: 'eucjpms eucjpwin cp51932 51932 ujis',
    shiftjis: 'shiftjis2004 shiftjisx0213 sjiswin',
  }).flatMap(([charset, names]) => names.split(' ').map((name) => [name, charset] as const)),
);

/** What programs write that do not know: Debian's cron calls each text without a locale `ANSI_X3.4-1968`. */
const saysNothing = /^(?:(?:us)?ascii|ansix34\d*|iso646\w*|646|us|isoir6|(?:cp|ibm)?367)$/;
/** Of iconv-lite, and no charsets. */
const noCharsets = new Set(['base64', 'hex', 'binary', 'utf7imap', 'cesu8']);
const labelCharsMax = 40;

/** Null: the label says nothing, or nothing that is known. */
export function charsetOf(label: string): string | null {
  // Most mail.
  if (label === 'utf-8' || label === 'UTF-8') return 'utf-8';
  const name = label
    .slice(0, labelCharsMax)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '');
  if (name === '') return null;
  for (const candidate of [name, name.replace(/^(?:xms|x|cs)/, '')]) {
    if (saysNothing.test(candidate) || noCharsets.has(candidate)) return null;
    if (candidate.startsWith('iso2022jp')) return japanese;
    const charset = charsets.get(candidate);
    if (charset !== undefined) return charset;
    if (iconv.encodingExists(candidate)) return candidate;
  }
  return null;
}

function decodeAs(charset: string, bytes: Buffer): string {
  if (charset === 'utf-8') return utf8.decode(bytes);
  if (sixteenBit.test(charset) && isUtf8(bytes) && !bytes.includes(0)) return utf8.decode(bytes);
  return decodedByNode.has(charset) ? new TextDecoder(charset).decode(bytes) : iconv.decode(bytes, charset);
}

function decodeUnlabelled(bytes: Buffer, otherwise: string | null): string {
  if (isAscii(bytes)) return decodeJapanese(bytes) ?? bytes.toString('latin1');
  const text = utf8.decode(bytes);
  if (isUtf8(bytes) || isMostlyWhole(text)) return text;
  const charset = charsetOf(otherwise ?? '');
  if (charset !== null && charset !== 'utf-8' && !sixteenBit.test(charset)) {
    const other = decodeAs(charset, bytes);
    if (!other.includes(replacement)) return other;
  }
  return iconv.decode(bytes, western);
}

/** Shifts to a Japanese set. Programs for terminals write other escapes, also the one that shifts back. */
// eslint-disable-next-line no-control-regex -- ISO-2022 is written with ESC
const shift = /\u001b\$(?:[@B]|\(D)/;

function decodeJapanese(bytes: Buffer): string | null {
  if (!bytes.includes('\u001b$') || !shift.test(bytes.toString('latin1'))) return null;
  const text = decodeAs(japanese, bytes);
  return text.includes(replacement) ? null : text;
}

/** UTF-8, also where it was cut: text in another charset has more octets that are none than characters that could be. */
function isMostlyWhole(text: string): boolean {
  let balance = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) balance -= 1;
    else if (code > 0x7f) balance += 1;
  }
  return balance >= 0;
}
