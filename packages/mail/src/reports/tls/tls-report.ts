import { isIP } from 'node:net';
import { z } from 'zod';
import { toAsciiDomain } from '../../addresses/domain-name';
import { attachmentsOf, gunzipWithin, isGzip, unreadable, type Unreadable } from '../report-attachments';
import { cleanText } from '../report-text';

/** A TLS report (RFC 8460 §4.4): how one sender's connections to the mail servers of a domain went in a day. Plain data. */
export interface ReceivedTlsReport {
  /** `organization-name`. */
  readonly reporter: string;
  readonly reportId: string;
  readonly beginsAt: Date;
  readonly endsAt: Date;
  readonly policies: readonly ReportedTlsPolicy[];
}

export interface ReportedTlsPolicy {
  /** A-labels in lower case. */
  readonly domain: string;
  readonly type: TlsPolicyType;
  readonly successful: number;
  readonly failed: number;
  /** Most sessions first. */
  readonly failures: readonly TlsFailureDetail[];
}

/** `none` is `no-policy-found`. */
export type TlsPolicyType = 'tlsa' | 'sts' | 'none';

export interface TlsFailureDetail {
  readonly result: TlsResult;
  readonly sessions: number;
  readonly mxHost: string | null;
  readonly sendingAddress: string | null;
  readonly receivingAddress: string | null;
  /** `failure-reason-code`, else `additional-information`. */
  readonly reason: string | null;
}

/** RFC 8460 §4.3; any other word is `other`. */
const results = [
  'starttls-not-supported',
  'certificate-host-mismatch',
  'certificate-expired',
  'certificate-not-trusted',
  'validation-failure',
  'tlsa-invalid',
  'dnssec-invalid',
  'dane-required',
  'sts-policy-fetch-error',
  'sts-policy-invalid',
  'sts-webpki-invalid',
  'other',
] as const;
export type TlsResult = (typeof results)[number];

export type TlsReportReading = { readonly ok: true; readonly report: ReceivedTlsReport } | Unreadable;

/** A report has some KB; one with a thousand failures some hundred. Its objects take ten times as much memory. */
const jsonBytesMax = 4 * 1_024 * 1_024;
/** A domain has one policy of each type, and may have changed it that day. */
const policiesMax = 10;
/** Of all policies together; most sessions first. */
const failuresMax = 100;

/** Never throws, whatever the mail is made of. */
export async function parseTlsReport(raw: Uint8Array): Promise<TlsReportReading> {
  const contents = await attachmentsOf(raw);
  if (contents === null) return unreadable('not MIME');
  let failure = unreadable('no report attached');
  for (const content of contents) {
    const json = jsonOf(content);
    if (json === null) continue;
    if (typeof json !== 'string') failure = json;
    else {
      const reading = readReport(json);
      if (reading.ok) return reading;
      failure = reading;
    }
  }
  return failure;
}

/** By what it begins with, since types and names are often wrong. Null: no report. */
function jsonOf(content: Buffer): string | Unreadable | null {
  const expanded = isGzip(content) ? gunzipWithin(content, jsonBytesMax) : content;
  if (expanded === null) return unreadable('broken gzip');
  if (expanded === 'too large' || expanded.length > jsonBytesMax) return unreadable('more than 4 MB of JSON');
  const text = expanded.toString('utf8').replace(/^\ufeff/, '');
  return /^\s*\{/.test(text.slice(0, 1_000)) ? text : null;
}

function readReport(json: string): TlsReportReading {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return unreadable('no JSON');
  }
  const read = reportSchema.safeParse(parsed);
  if (!read.success) return unreadable(`no ${read.error.issues[0]?.path.join('.') ?? 'report'}`);
  const { 'organization-name': reporter, 'report-id': reportId, 'date-range': range, policies } = read.data;
  const beginsAt = range['start-datetime'];
  const endsAt = range['end-datetime'];
  if (beginsAt > endsAt) return unreadable('no date-range');
  const known = policies.filter((policy) => policy !== null);
  if (known.length === 0) return unreadable('no policy that can be read');
  return { ok: true, report: { reporter, reportId, beginsAt, endsAt, policies: withMostFailures(known) } };
}

/** The failures with the most sessions of all policies: what is stored is bounded, the sums hold all. */
function withMostFailures(policies: readonly ReportedTlsPolicy[]): ReportedTlsPolicy[] {
  const sessions = policies.flatMap(({ failures }) => failures.map((failure) => failure.sessions));
  const least = sessions.toSorted((a, b) => b - a)[failuresMax - 1] ?? 0;
  let room = failuresMax;
  return policies.map((policy) => {
    const failures = policy.failures.filter((failure) => failure.sessions >= least).slice(0, room);
    room -= failures.length;
    return { ...policy, failures };
  });
}

// Reporters leave out much, and write numbers as text.

const countMax = 100_000_000_000;
const text = z.preprocess(
  (value) => (typeof value === 'string' || typeof value === 'number' ? cleanText(String(value)) : ''),
  z.string(),
);
const requiredText = text.refine((value) => value !== '');
const orNull = text.transform((value) => value || null);
const count = z.preprocess((value) => {
  const number = typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0
    ? Math.min(number, countMax)
    : 0;
}, z.number());
const address = text.transform((value) => (isIP(value) === 0 ? null : value));
const instant = requiredText.transform((value, context) => {
  const at = new Date(value);
  if (!Number.isNaN(at.getTime()) && at.getUTCFullYear() > 2_000 && at.getUTCFullYear() < 10_000) return at;
  context.addIssue({ code: 'custom', message: 'no date' });
  return z.NEVER;
});
/** A list, of which what is beyond the bound is not looked at. */
const list = <Item extends z.ZodType>(item: Item, itemsMax: number) =>
  z.preprocess(
    (value) => (Array.isArray(value) ? (value as unknown[]).slice(0, itemsMax) : []),
    z.array(item),
  );

const failure = z
  .object({
    'result-type': text,
    'failed-session-count': count,
    'receiving-mx-hostname': orNull,
    'sending-mta-ip': address,
    'receiving-ip': address,
    'failure-reason-code': orNull,
    'additional-information': orNull,
  })
  .transform((read): TlsFailureDetail => ({
    result: results.find((each) => each === read['result-type'].toLowerCase()) ?? 'other',
    sessions: read['failed-session-count'],
    mxHost: read['receiving-mx-hostname'],
    sendingAddress: read['sending-mta-ip'],
    receivingAddress: read['receiving-ip'],
    reason: read['failure-reason-code'] ?? read['additional-information'],
  }))
  .or(z.unknown().transform(() => null));

function typeOf(name: string): TlsPolicyType {
  return name === 'tlsa' || name === 'sts' ? name : 'none';
}

/** A tenth of what fits into the JSON: all of them are compared with each other. */
const failuresReadMax = 5_000;

const policy = z
  .object({
    policy: z.object({
      'policy-type': text,
      'policy-domain': text.transform((value) => toAsciiDomain(value.toLowerCase().replace(/\.$/, ''))),
    }),
    summary: z
      .object({ 'total-successful-session-count': count, 'total-failure-session-count': count })
      .catch({ 'total-successful-session-count': 0, 'total-failure-session-count': 0 }),
    'failure-details': list(failure, failuresReadMax),
  })
  .transform((read): ReportedTlsPolicy | null => {
    const { 'policy-domain': domain, 'policy-type': type } = read.policy;
    if (domain === null) return null;
    return {
      domain,
      type: typeOf(type.toLowerCase()),
      successful: read.summary['total-successful-session-count'],
      failed: read.summary['total-failure-session-count'],
      failures: read['failure-details']
        .filter((each) => each !== null)
        .toSorted((a, b) => b.sessions - a.sessions),
    };
  })
  .or(z.unknown().transform(() => null));

const reportSchema = z.object({
  'organization-name': requiredText,
  'report-id': requiredText,
  'date-range': z.object({ 'start-datetime': instant, 'end-datetime': instant }),
  policies: list(policy, policiesMax),
});
