import { z } from 'zod';
import { parseHeaderBlock, type FieldBlock } from '../field-blocks';
import type { Original } from './find-parts';
import type { ReportMail } from './report-mail';

/** A report in XARF: JSON beside or in place of ARF's fields. */
export interface Xarf {
  /** `spam`, `phishing`, …, lower case. */
  readonly type: string;
  readonly isComplaint: boolean;
  readonly reporter: string | null;
  /** What it says of the envelope, under the names of ARF. */
  readonly fields: FieldBlock;
  readonly original: Original | null;
}

const jsonCharsMax = 4 * 1_048_576;
/** A header, base64 as it comes. */
const payloadCharsMax = 524_288;

const text = z.string().max(1_000).optional().catch(undefined);
const word = z
  .string()
  .max(100)
  .transform((value) => value.toLowerCase());
const addresses = z
  .union([
    z
      .string()
      .max(1_000)
      .transform((value) => [value]),
    z.array(z.string().max(1_000)).max(50),
  ])
  .optional()
  .catch(undefined);
const sample = z.object({ type: word, payload: z.string(), isBase64: z.boolean() });
const samples = z.array(z.unknown()).max(20).catch([]);

/** https://github.com/abusix/xarf, samples/positive/3 (2018–2026). */
const version3 = z.object({
  ReporterInfo: z.object({ ReporterOrg: text }).optional().catch(undefined),
  Report: z.object({
    ReportClass: word.optional(),
    ReportType: word,
    SmtpMailFromAddress: text,
    SmtpRcptToAddress: addresses,
    Samples: samples.optional(),
    // As https://github.com/xarf/xarf-spec has it in samples/v3.
    Attachment: samples.optional(),
    AdditionalInfo: z.object({ SMTPFrom: text }).optional().catch(undefined),
  }),
});

const sample3 = z
  .object({
    ContentType: word,
    Payload: z.string().optional(),
    Data: z.string().optional(),
    Base64Encoded: z.boolean().default(true),
  })
  .transform(({ ContentType, Payload, Data, Base64Encoded }) => ({
    type: ContentType,
    payload: Payload ?? Data ?? '',
    isBase64: Base64Encoded,
  }))
  .pipe(sample);

/** https://github.com/xarf/xarf-spec, schemas/v4; `class` was the name of `category` before 4.0. */
const version4 = z.object({
  xarf_version: z.string(),
  category: word.optional(),
  class: word.optional(),
  type: word,
  reporter: z.object({ org: text }).optional().catch(undefined),
  smtp_from: text,
  smtp_to: addresses,
  evidence: samples.optional(),
});

const sample4 = z
  .object({ content_type: word, payload: z.string() })
  .transform(({ content_type, payload }) => ({ type: content_type, payload, isBase64: true }))
  .pipe(sample);

/** Null: no part of the mail is XARF. */
export function readXarf({ parts }: ReportMail): Xarf | null {
  for (const { type, name, content } of parts) {
    if (!/^application\/(?:[\w.-]+\+)?json$/.test(type) && !/\.json$/i.test(name)) continue;
    const json = parseJson(content);
    const third = version3.safeParse(json);
    if (third.success) return fromVersion3(third.data);
    const fourth = version4.safeParse(json);
    if (fourth.success) return fromVersion4(fourth.data);
  }
  return null;
}

function fromVersion3({ Report: report, ReporterInfo: info }: z.infer<typeof version3>): Xarf {
  const evidence = [...(report.Samples ?? []), ...(report.Attachment ?? [])];
  return {
    type: report.ReportType,
    isComplaint: report.ReportType === 'spam',
    reporter: info?.ReporterOrg ?? null,
    fields: arfFields(
      report.SmtpMailFromAddress ?? report.AdditionalInfo?.SMTPFrom,
      report.SmtpRcptToAddress,
    ),
    original: originalOf(evidence.map((each) => sample3.safeParse(each))),
  };
}

function fromVersion4(report: z.infer<typeof version4>): Xarf {
  return {
    type: report.type,
    isComplaint: (report.category ?? report.class) === 'messaging',
    reporter: report.reporter?.org ?? null,
    fields: arfFields(report.smtp_from, report.smtp_to),
    original: originalOf((report.evidence ?? []).map((each) => sample4.safeParse(each))),
  };
}

function arfFields(from: string | undefined, to: readonly string[] | undefined): FieldBlock {
  const fields: Readonly<Record<string, readonly string[]>> = {
    'original-mail-from': from === undefined ? [] : [from],
    'original-rcpt-to': to ?? [],
  };
  const all = (name: string) => [...(fields[name] ?? [])];
  return { text: [from ?? '', ...(to ?? [])].join('\n'), all, first: (name) => all(name)[0] ?? null };
}

function originalOf(
  evidence: readonly { success: boolean; data?: z.infer<typeof sample> }[],
): Original | null {
  const message = evidence.find(
    ({ data }) => data !== undefined && /^(?:message|text)\/rfc822/.test(data.type),
  )?.data;
  if (message === undefined) return null;
  const payload = message.payload.slice(0, payloadCharsMax);
  const decoded = message.isBase64 ? Buffer.from(payload, 'base64').toString() : payload;
  return { header: parseHeaderBlock(decoded), isAttached: true };
}

function parseJson(content: string): unknown {
  if (content.length > jsonCharsMax) return null;
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}
