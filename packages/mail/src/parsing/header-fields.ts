import { decodeText } from '../charsets/decode-text';
import { normalizeWords } from './encoded-words';
import { normalizeParameters } from './parameters';

const addressFields = new Set(['from', 'sender', 'reply-to', 'to', 'cc', 'bcc']);

/**
 * The fields of a part's header, unfolded, in the form in which the library reads all of them: as text, with encoded words
 * and parameters in UTF-8, without comments inside of comments, and with a Content-Type that is one.
 * @param lines decoded as UTF-8
 * @param odd octets of the lines that are something else, by their index
 */
export function readFields(lines: string[], odd: ReadonlyMap<number, Uint8Array>): string[] {
  if (odd.size === 0 && !lines.some(needsReading)) return lines;
  const folded = groupLines(lines);
  const charset = odd.size > 0 ? bodyCharset(folded) : null;
  return folded.map(({ at, parts }) => {
    const decoded = parts.map((part, index) => {
      const octets = odd.get(at + index);
      return octets === undefined ? part : decodeText(octets, null, charset);
    });
    return readField(decoded.join(''));
  });
}

/** Most lines do not: 40 µs a mail. */
function needsReading(line: string): boolean {
  if (line.includes('=?') || line.includes('(') || line.includes('*')) return true;
  return /^content-type/i.test(line) && !plainLine.test(line);
}

interface FoldedField {
  /** Index of its first line. */
  readonly at: number;
  readonly parts: string[];
}

function groupLines(lines: readonly string[]): FoldedField[] {
  const fields: FoldedField[] = [];
  for (const [at, line] of lines.entries()) {
    if (fields.length > 0 && /^[ \t]/.test(line)) fields.at(-1)?.parts.push(line);
    else fields.push({ at, parts: [line] });
  }
  return fields;
}

/** Programs that write a header without encoding it do so in the charset of the body. */
function bodyCharset(fields: readonly FoldedField[]): string | null {
  const type = fields.find(({ parts }) => /^content-type[ \t]*:/i.test(parts[0] ?? ''));
  return /charset\s*=\s*"?([^\s";]+)/i.exec(type?.parts.join('') ?? '')?.[1] ?? null;
}

function readField(field: string): string {
  const colon = field.indexOf(':');
  if (colon < 0) return field;
  const name = field.slice(0, colon);
  const written = field.slice(colon + 1);
  const value = normalizeWords(written);
  const key = name.trim().toLowerCase();
  const read = readValue(key, value);
  return read === written ? field : `${name}:${read}`;
}

function readValue(key: string, value: string): string {
  if (key === 'content-type') return normalizeParameters(repairedType(value));
  if (key === 'content-disposition') return normalizeParameters(value);
  return addressFields.has(key) ? withoutNestedComments(value) : value;
}

const token = '[\\w!#$&^.+-]+';
const plainType = new RegExp(`^\\s*${token}/${token}\\s*(?:;|\\(|$)`);
const plainLine = new RegExp(`^content-type:\\s*${token}/${token}\\s*;`, 'i');
const looseType = new RegExp(`^\\s*(${token})\\s*/\\s*(${token})[\\s,;]*`);
/** What programs write for the two types that a mail has first of all. */
const words: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'text/plain': ['', 'text', 'text/', 'text/*', 'plain', 'ascii', 'txt'],
    'text/html': ['html', 'htm'],
    'multipart/mixed': ['multipart', 'multipart/'],
  }).flatMap(([type, written]) => written.map((word) => [word, type] as const)),
);

/** RFC 2045 §5.2: what is no media type means text. A missing semicolon must not cost the charset or the boundary. */
function repairedType(written: string): string {
  if (plainType.test(written)) return written;
  const value = written.replace(/^\s*(?:multipart\/)+(?=multipart\/)/i, '');
  const [loose, type = '', subtype = ''] = looseType.exec(value) ?? [];
  if (loose !== undefined) return ` ${type}/${subtype}; ${value.slice(loose.length)}`;
  const word = /^[^\s;,]*/.exec(value.trimStart())?.[0] ?? '';
  const meant = words.get(word.toLowerCase());
  if (meant === undefined) return value;
  return ` ${meant}; ${value
    .trimStart()
    .slice(word.length)
    .replace(/^[\s,;]+/, '')}`;
}

/**
 * `(a (b) c)` becomes `(a b c)`: the library ends a comment at the first parenthesis that closes, and takes the rest for a
 * name (RFC 5322 §3.2.2). One that never ends is left as it is.
 */
function withoutNestedComments(value: string): string {
  if (!/\([^()\\]*[(\\]/.test(value)) return value;
  const kept: string[] = [];
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < value.length; at += 1) {
    const char = value[at] ?? '';
    if (char === '\\' && (depth > 0 || isQuoted)) {
      at += 1;
      const escaped = value[at] ?? '';
      kept.push(isQuoted ? char + escaped : escaped.replace(/[()]/, ''));
      continue;
    }
    if (char === '"' && depth === 0) isQuoted = !isQuoted;
    const isOutermost = (char === '(' && depth === 0) || (char === ')' && depth === 1);
    if (!isQuoted && char === '(') depth += 1;
    else if (!isQuoted && char === ')' && depth > 0) depth -= 1;
    if (isQuoted || isOutermost || depth === 0 || (char !== '(' && char !== ')')) kept.push(char);
  }
  return depth === 0 ? kept.join('') : value;
}
