import { randomBytes } from 'node:crypto';

/** Longest text of a field, in characters. */
const fieldCharsMax = 2_000;
/** Longest body of an email. */
const bodyCharsMax = 12_000;
/** Everything that one answer quotes. */
const blockCharsMax = 24_000;
const entriesMax = 50;
const depthMax = 6;
const bodyNames: ReadonlySet<string> = new Set(['text', 'html', 'reply_text']);

export interface Quoted {
  /** The delimited block; null if nothing was quoted. */
  readonly block: string | null;
  readonly isShortened: boolean;
}

/**
 * Controls, format characters (bidi, zero width, tags), separators that look like ends of lines, fillers without a glyph and variation
 * selectors: what a reader does not see but a model reads.
 */
const hidden =
  /(?![\n\t])(?:[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u{e0000}-\u{e0fff}]|[\u17b4-\u17b5]|[\u180b-\u180f]|[\ufe00-\ufe0f]|\u034f)/gu;

/** The text as a reader sees it. */
export function visibleText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(hidden, '');
}

/**
 * Text that others wrote, between delimiters that it cannot know: JSON, so that each text stays within its quotes and its line. What looks
 * like a delimiter loses its bracket.
 */
export function quote(texts: Readonly<Record<string, unknown>>): Quoted {
  if (Object.keys(texts).length === 0) return { block: null, isShortened: false };
  const room = { left: blockCharsMax, isShortened: false };
  const shown = bounded(texts, { name: '', depth: 0, room });
  const name = `untrusted-${randomBytes(16).toString('hex')}`;
  const json = JSON.stringify(shown, null, 1).replace(/<(?=[\s/\\nt]*untrusted)/gi, '\\u003c');
  return { block: `<${name}>\n${json}\n</${name}>`, isShortened: room.isShortened };
}

interface Place {
  /** Of the field; for entries of a list, that of the list. */
  readonly name: string;
  readonly depth: number;
  readonly room: { left: number; isShortened: boolean };
}

function bounded(value: unknown, place: Place): unknown {
  const { name, depth, room } = place;
  if (typeof value === 'string')
    return boundedText(value, bodyNames.has(name) ? bodyCharsMax : fieldCharsMax, room);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= depthMax) {
    room.isShortened = true;
    return null;
  }
  const entries = Array.isArray(value)
    ? value.map((entry: unknown) => [name, entry] as const)
    : Object.entries(value);
  room.isShortened ||= entries.length > entriesMax;
  const kept: (readonly [string, unknown])[] = [];
  for (const [key, entry] of entries.slice(0, entriesMax)) {
    if (entry === undefined) continue;
    const known = Array.isArray(value) ? key : boundedText(key, 100, room);
    kept.push([known, bounded(entry, { name: key, depth: depth + 1, room })]);
  }
  return Array.isArray(value) ? kept.map(([, entry]) => entry) : Object.fromEntries(kept);
}

function boundedText(text: string, max: number, room: Place['room']): string {
  // What is cut off need not be cleaned: hidden characters are at most as many as there are.
  const visible = visibleText(text.slice(0, 10 * max));
  const kept = visible.slice(0, Math.min(max, room.left));
  room.left -= kept.length;
  if (kept.length < visible.length || text.length > 10 * max) room.isShortened = true;
  return kept.toWellFormed();
}
