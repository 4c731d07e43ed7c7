import { attributions, fromFields, otherFields, separators } from './quote-marks';

/** An introduction and its parts are never longer; a longer one is prose. */
const introductionCharsMax = 400;
const introductionLinesMax = 4;
/** Outlook's header: From, Sent, To, Cc and Subject, with long lists of addresses folded. */
const headerLinesMax = 10;

interface Lines {
  readonly all: readonly string[];
  /** Lines that are quoted, or introduce what is. */
  readonly quoted: boolean[];
}

/**
 * The text of a reply without what it quotes: lines that begin with `>`, what introduces them, and all that follows an
 * introduction after which mail programs quote without a mark. A signature stays: it is part of what was sent. Looks at each
 * line a bounded number of times.
 */
export function replyText(text: string): string {
  const lines: Lines = { all: text.replace(/\r\n?/g, '\n').split('\n'), quoted: [] };
  const end = markQuotes(lines);
  const kept: string[] = [];
  for (let at = 0; at < end; at += 1) {
    const line = lines.all[at] ?? '';
    // What stood around a quote stays apart, by one empty line.
    const isBesideQuote = lines.quoted[at] === true || (line.trim() === '' && lines.quoted[at - 1] === true);
    if (!isBesideQuote) kept.push(line.trimEnd());
    else if (kept.at(-1) !== '') kept.push('');
  }
  return withoutBlankEnds(kept).join('\n');
}

/** @returns the line from which on everything is quoted */
function markQuotes({ all, quoted }: Lines): number {
  for (let at = 0; at < all.length; at += 1) {
    const line = all[at] ?? '';
    if (/^ {0,3}>/.test(line)) quoted[at] = true;
    else if (isSeparator(line) || isQuotedHeader(all, at)) return withoutRule(all, at);
    else {
      const start = introductionStart(all, at);
      if (start === null) continue;
      const next = nextLine(all, at + 1);
      const isMarked = /^ {0,3}>/.test(all[next] ?? '');
      if (!isMarked && isCertain(all.slice(start, at + 1).join(' '))) return start;
      for (let i = start; isMarked && i < next; i += 1) quoted[i] = true;
    }
  }
  return all.length;
}

function isSeparator(line: string): boolean {
  if (line.length > introductionCharsMax || !/^\s*[-_=*]{2}/.test(line)) return false;
  const words = line.replace(/^[\s\-_=*]+|[\s\-_=*]+$/g, '').toLowerCase();
  return separators.has(words);
}

/** `From:` and at least two more fields of a header that are known, before an empty line. */
function isQuotedHeader(all: readonly string[], at: number): boolean {
  if (!fromFields.has(fieldOf(all[at] ?? ''))) return false;
  let known = 0;
  for (let i = at + 1; i < all.length && i <= at + headerLinesMax; i += 1) {
    const line = all[i] ?? '';
    if (line.trim() === '' && known > 0) break;
    if (otherFields.has(fieldOf(line))) known += 1;
  }
  return known >= 2;
}

/** Name of a field, also in bold as `*From:*`; empty when the line has none. */
function fieldOf(line: string): string {
  const name = /^[ \t*]{0,8}([^:：\n]{1,24})[:：]/.exec(line)?.[1] ?? '';
  return name.replace(/[\s*]+/g, '').toLowerCase();
}

/** The line that Outlook draws above its header belongs to what is quoted. */
function withoutRule(all: readonly string[], at: number): number {
  let end = at;
  while (end > 0 && (all[end - 1] ?? '').trim() === '') end -= 1;
  return end > 0 && /^\s*[_-]{10,}\s*$/.test(all[end - 1] ?? '') ? end - 1 : at;
}

/** Where the introduction begins that ends with this line; null when none does. */
function introductionStart(all: readonly string[], end: number): number | null {
  const last = all[end] ?? '';
  if (last.length > introductionCharsMax || !/[:：]\s*$/.test(last)) return null;
  let joined = '';
  let withAddress: number | null = null;
  for (let start = end; start >= 0 && end - start < introductionLinesMax; start -= 1) {
    const line = (all[start] ?? '').trim();
    if (line === '' || line.startsWith('>') || joined.length + line.length > introductionCharsMax) break;
    joined = `${line} ${joined}`.toLowerCase();
    const form = formOf(joined);
    if (form === 'begins here') return start;
    // An attribution without an introductory word begins with the author or the date.
    if (form === 'has a verb' && withAddress === null && isCertain(joined)) withAddress = start;
  }
  return withAddress;
}

function formOf(text: string): 'begins here' | 'has a verb' | null {
  // Gmail in Japanese: a date, a name, an address.
  if (/^\d{4}年\d{1,2}月\d{1,2}日.{0,200}<\S{1,200}>\s*[:：]\s*$/.test(text)) return 'begins here';
  let form: 'has a verb' | null = null;
  for (const { starts, verbs } of attributions) {
    if (!verbs.some((verb) => text.includes(verb))) continue;
    if (starts.some((start) => text.startsWith(start))) return 'begins here';
    form = 'has a verb';
  }
  return form;
}

/** With an address or a time of day in it, it was written by a program. */
function isCertain(introduction: string): boolean {
  return /<[^<>\s]{1,200}@[^<>\s]{1,200}>|\b\d{1,2}(?::|\s?h\s?)\d{2}\b|[午時时]/.test(introduction);
}

function nextLine(all: readonly string[], from: number): number {
  let at = from;
  while (at < all.length && at < from + introductionLinesMax && (all[at] ?? '').trim() === '') at += 1;
  return at;
}

function withoutBlankEnds(lines: readonly string[]): readonly string[] {
  let start = 0;
  let end = lines.length;
  while (start < end && lines[start]?.trim() === '') start += 1;
  while (end > start && lines[end - 1]?.trim() === '') end -= 1;
  return lines.slice(start, end);
}
