import { decodeXML } from 'entities';
import { XMLParser } from 'fast-xml-parser';
import { decodeText, withoutByteOrderMark } from '../../charsets/decode-text';
import { unreadable, type Unreadable } from '../report-attachments';

/** An element: its text, or its children by name; several of a name as an array. */
export type XmlValue = string | XmlElement | readonly XmlValue[];
export interface XmlElement {
  readonly [name: string]: XmlValue | undefined;
}

export interface FeedbackXml {
  readonly ok: true;
  /** `feedback` without its records. */
  readonly feedback: XmlElement;
  /** Reads one record after the other, one that is no XML as an empty one: what is kept of 20 MB of XML is what the reader keeps of it. */
  readonly records: Iterable<XmlElement>;
}

const recordsMax = 50_000;
/** Beside the records: who reports, and the policy. */
const headCharsMax = 65_536;
/** 600 octets as a rule; with a hundred DKIM signatures some 20 KB. */
const recordCharsMax = 65_536;

const parser = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  removeNSPrefix: true,
  parseTagValue: false,
  processEntities: false,
  tagValueProcessor: (_, value) => decodeXML(value),
  maxNestedTags: 16,
  strictReservedNames: false,
});

const feedbackTag = /<(?:[a-z_][\w.-]{0,40}:)?feedback[\s>]/i;
const recordTag = /<(\/?)(?:[a-z_][\w.-]{0,40}:)?record(?:\s[^<>]{0,400})?>/gi;

/**
 * The XML of a report, cut at its records: reading it whole would build some 300 octets of objects for each tag, and one of
 * 20 MB can have five million. Document types are refused, and with them entities of the document's own and external ones
 * (RFC 9990 knows none), so that nothing expands and nothing is fetched.
 */
export function readFeedback(xml: Buffer): FeedbackXml | Unreadable {
  const text = textOf(xml);
  if (/<!\s*(?:doctype|entity)/i.test(text)) return unreadable('XML with a document type');
  const cut = cutRecords(text);
  if (!cut.ok) return cut;
  if (cut.head.length > headCharsMax) return unreadable('too much XML beside the records');
  // There are reporters that put a schema's element around it.
  const feedback = parse(cut.head.slice(Math.max(0, cut.head.search(feedbackTag))))?.['feedback'];
  if (!isElement(feedback)) return unreadable('no feedback element');
  return { ok: true, feedback, records: readRecords(text, cut.records) };
}

export function isElement(value: XmlValue | undefined): value is XmlElement {
  return typeof value === 'object' && !Array.isArray(value);
}

/** From where to where a record reaches, its tags included. */
type Span = readonly [start: number, end: number];

type Cut = { readonly ok: true; readonly head: string; readonly records: readonly Span[] } | Unreadable;

function cutRecords(text: string): Cut {
  const records: Span[] = [];
  let open: number | null = null;
  for (const match of text.matchAll(recordTag)) {
    const isEnd = match[1] === '/';
    // One within another, or an end without a beginning.
    if (isEnd === (open === null)) return unreadable('records that do not end');
    if (!isEnd) {
      open = match.index;
      continue;
    }
    const end = match.index + match[0].length;
    if (open === null || end - open > recordCharsMax) return unreadable('a record of more than 64 KB');
    records.push([open, end]);
    if (records.length > recordsMax) return unreadable('more than 50,000 records');
    open = null;
  }
  // A report that was cut off says less than it counted: it is none.
  if (open !== null || !/<\/(?:[a-z_][\w.-]{0,40}:)?feedback\s{0,9}>/i.test(text.slice(-1_000))) {
    return unreadable('XML that does not end');
  }
  const before = text.slice(0, records[0]?.[0]);
  const after = records.length === 0 ? '' : text.slice(records.at(-1)?.[1]);
  return { ok: true, head: before + after, records };
}

function* readRecords(text: string, spans: readonly Span[]): Iterable<XmlElement> {
  for (const [start, end] of spans) {
    const record = parse(text.slice(start, end))?.['record'];
    yield isElement(record) ? record : {};
  }
}

/** Null: no XML. */
function parse(text: string): XmlElement | null {
  try {
    const parsed = parser.parse(text) as XmlValue;
    return isElement(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/** By its byte order mark, else as it says of itself, else by its octets. */
function textOf(xml: Buffer): string {
  if (xml[0] === 0xff && xml[1] === 0xfe) return decodeText(xml, 'utf-16le');
  if (xml[0] === 0xfe && xml[1] === 0xff) return decodeText(xml, 'utf-16be');
  const declared = /^[^<]{0,9}<\?xml\s[^>]{0,99}encoding\s?=\s?["']([\w.:-]{1,40})["']/i.exec(
    xml.toString('latin1', 0, 200),
  )?.[1];
  return withoutByteOrderMark(decodeText(xml, declared));
}
