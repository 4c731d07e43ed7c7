import { isIP, SocketAddress } from 'node:net';
import { z } from 'zod';
import { toAsciiDomain } from '../../addresses/domain-name';
import { unreadable, type Unreadable } from '../report-attachments';
import { cleanText } from '../report-text';
import { expandReport } from './dmarc-attachment';
import { isElement, readFeedback, type FeedbackXml, type XmlElement, type XmlValue } from './dmarc-xml';

/** An aggregate report (RFC 7489 §7.2, RFC 9990): what one receiver saw of one domain's mail in a day. Plain data. */
export interface DmarcReport {
  /** `org_name`; where it is empty, the domain of the reporter's address. */
  readonly reporter: string;
  readonly reportId: string;
  readonly beginsAt: Date;
  readonly endsAt: Date;
  readonly policy: DmarcPolicy;
  readonly records: readonly DmarcRecord[];
}

/** What the domain had published, as the receiver read it. */
export interface DmarcPolicy {
  /** A-labels in lower case. */
  readonly domain: string;
  readonly adkim: 'r' | 's';
  readonly aspf: 'r' | 's';
  readonly p: DmarcDisposition;
  readonly sp: DmarcDisposition | null;
  readonly np: DmarcDisposition | null;
  /** 0–100; null: not said (RFC 9990 has `testing` instead). */
  readonly pct: number | null;
}

export type DmarcDisposition = 'none' | 'quarantine' | 'reject';

/** Mail of one source that was evaluated alike. */
export interface DmarcRecord {
  /** In its canonical form. */
  readonly sourceIp: string;
  readonly messages: number;
  readonly disposition: DmarcDisposition;
  readonly dkimAligned: boolean;
  readonly spfAligned: boolean;
  readonly headerFrom: string;
  readonly envelopeFrom: string | null;
  /** Why the receiver did something other than the policy asks for, or what it has to say beside that. */
  readonly reasons: readonly DmarcReason[];
  readonly results: DmarcResults;
}

export interface DmarcReason {
  readonly type: DmarcReasonType;
  /** The receiver's own words; null: none. */
  readonly comment: string | null;
}

/** Of RFC 7489 Appendix C and RFC 9990 Appendix A; any other word is `other`. */
const reasonTypes = [
  'forwarded',
  'mailing_list',
  'trusted_forwarder',
  'local_policy',
  'policy_test_mode',
  'sampled_out',
  'other',
] as const;
export type DmarcReasonType = (typeof reasonTypes)[number];

export interface DmarcResults {
  readonly dkim: readonly { domain: string; selector: string | null; result: string }[];
  readonly spf: readonly { domain: string; scope: string | null; result: string }[];
}

export type DmarcReading = { readonly ok: true; readonly report: DmarcReport } | Unreadable;

/** Never throws, whatever the mail is made of; takes time and memory in proportion to it, and to 20 MB at most. */
export async function parseDmarcReport(raw: Uint8Array): Promise<DmarcReading> {
  const expanded = await expandReport(raw);
  if (!expanded.ok) return expanded;
  const xml = readFeedback(expanded.xml);
  return xml.ok ? readReport(xml) : xml;
}

function readReport({ feedback, records }: FeedbackXml): DmarcReading {
  const head = headSchema.safeParse(feedback);
  if (!head.success) return unreadable(`no ${head.error.issues[0]?.path.join('.') ?? 'metadata'}`);
  const { report_metadata: metadata, policy_published: policy } = head.data;
  const reporter = metadata.org_name || metadata.email.slice(metadata.email.lastIndexOf('@') + 1);
  if (reporter === '') return unreadable('no report_metadata.org_name');
  const read = recordsOf(records, policy.domain);
  if (read === null) return unreadable('no record that can be read');
  const { report_id: reportId, date_range: range } = metadata;
  return {
    ok: true,
    report: { reporter, reportId, beginsAt: range.begin, endsAt: range.end, policy, records: read },
  };
}

/**
 * Without rows that cannot be read, and with alike ones added up: some reporters write one for each message. Null when
 * there are rows, and none can be read.
 */
function recordsOf(rows: Iterable<XmlElement>, policyDomain: string): DmarcRecord[] | null {
  const records = new Map<string, DmarcRecord>();
  let seen = 0;
  for (const row of rows) {
    seen += 1;
    const read = recordSchema.safeParse(row);
    if (!read.success) continue;
    const { row: counted, identifiers, auth_results: results } = read.data;
    const { disposition, dkim, spf, reason } = counted.policy_evaluated;
    const evaluated = {
      sourceIp: counted.source_ip,
      disposition,
      dkimAligned: dkim === 'pass',
      spfAligned: spf === 'pass',
      headerFrom: identifiers.header_from || policyDomain,
      envelopeFrom: identifiers.envelope_from || null,
      reasons: distinct(reason),
      results,
    };
    const key = JSON.stringify(evaluated);
    records.set(key, { ...evaluated, messages: counted.count + (records.get(key)?.messages ?? 0) });
  }
  return seen > 0 && records.size === 0 ? null : [...records.values()];
}

/** A reason that is given twice does not count twice. */
function distinct(reasons: readonly DmarcReason[]): DmarcReason[] {
  return [...new Map(reasons.map((reason) => [JSON.stringify(reason), reason])).values()];
}

// Everything is optional but what a row cannot do without: reporters leave out much, and write some of it twice.

/** RFC 9990 §3.1.1.14 asks for no more than 100 signatures; what we show does not need more. */
const resultsMax = 20;
/** A receiver gives one, rarely two. */
const reasonsMax = 5;
/** Above what any receiver sees in a day; all rows together stay below 2^53. */
const messagesMax = 100_000_000_000;

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);
const element = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.preprocess((value) => (isElement(first(value) as XmlValue) ? first(value) : {}), z.object(shape));
const text = z
  .preprocess((value) => (typeof first(value) === 'string' ? first(value) : ''), z.string())
  .transform(cleanText);
const word = text.transform((value) => value.toLowerCase());
const requiredText = text.refine((value) => value !== '');
const number = requiredText.refine((value) => /^\d{1,15}$/.test(value)).transform(Number);

/** An absolute name of A-labels; what is no name is kept as it was written. */
const domain = word.transform((value) => toAsciiDomain(value.replace(/\.$/, '')) ?? value);

/** RFC 9990 has `pass` for mail that was evaluated by no policy. */
const disposition = word.transform((value): DmarcDisposition =>
  value === 'quarantine' || value === 'reject' ? value : 'none',
);
const optionalDisposition = word.transform((value): DmarcDisposition | null =>
  value === 'none' || value === 'quarantine' || value === 'reject' ? value : null,
);
const alignment = word.transform((value): 'r' | 's' => (value.startsWith('s') ? 's' : 'r'));

/** Seconds since 1970 as the format has it; there are reporters that write milliseconds, fractions or a date. */
const instant = requiredText.transform((value, context) => {
  const seconds = /^(\d{1,14})(?:\.\d{0,9})?$/.exec(value)?.[1];
  const at = new Date(
    seconds === undefined ? Date.parse(value) : Number(seconds) * (seconds.length > 11 ? 1 : 1_000),
  );
  if (!Number.isNaN(at.getTime()) && at.getUTCFullYear() < 10_000) return at;
  context.addIssue({ code: 'custom', message: 'no date' });
  return z.NEVER;
});

const headSchema = z.object({
  report_metadata: element({
    org_name: text,
    email: text,
    report_id: requiredText,
    date_range: element({ begin: instant, end: instant }).refine(({ begin, end }) => begin <= end),
  }),
  policy_published: element({
    domain: domain.refine((value) => toAsciiDomain(value) !== null),
    adkim: alignment,
    aspf: alignment,
    p: disposition,
    sp: optionalDisposition,
    np: optionalDisposition,
    pct: word.transform((value) => (/^\d{1,3}$/.test(value) ? Math.min(100, Number(value)) : null)),
  }),
});

const sourceIp = requiredText.transform((value, context) => {
  const family = isIP(value);
  if (family === 4) return value;
  if (family === 6) {
    const address = new SocketAddress({ address: value.replace(/%.*$/, ''), family: 'ipv6' }).address;
    return address.replace(/^::ffff:(?=\d+\.)/, '');
  }
  context.addIssue({ code: 'custom', message: 'no address' });
  return z.NEVER;
});

/** `pass`, `fail` and so on (RFC 8601 §2.7); empty: not said. */
const result = word.transform((value) => (/^[a-z]{1,20}$/.test(value) ? value : 'unknown'));
const list = <Item extends z.ZodType>(item: Item, itemsMax: number) =>
  z.preprocess(
    (value) =>
      (Array.isArray(value) ? (value as unknown[]) : [value])
        .filter((each) => isElement(each as XmlValue))
        .slice(0, itemsMax),
    z.array(item),
  );
const orNull = text.transform((value) => value || null);

const reasonType = word.transform(
  (value): DmarcReasonType => reasonTypes.find((each) => each === value) ?? 'other',
);

const recordSchema = z.object({
  row: element({
    source_ip: sourceIp,
    count: number.refine((value) => value <= messagesMax),
    policy_evaluated: element({
      ...{ disposition, dkim: word, spf: word },
      reason: list(z.object({ type: reasonType, comment: orNull }), reasonsMax),
    }),
  }),
  identifiers: element({ header_from: domain, envelope_from: domain }),
  auth_results: element({
    dkim: list(z.object({ domain, selector: orNull, result }), resultsMax),
    spf: list(z.object({ domain, scope: orNull, result }), resultsMax),
  }),
});
