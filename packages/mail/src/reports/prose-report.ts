import { findEnhancedCode } from '../outcomes/enhanced-code';
import { automaticMail } from '../replies/automatic-mail';
import { isFinal, isSuccess, isWarning, originalBegins, proseFormats } from './prose-formats';
import type { ReportParts } from './report-parts';

/** What prose says of one recipient. */
export interface ProseRecipient {
  /** Null when the reporter hides it. */
  readonly address: string | null;
  readonly action: 'failed' | 'delayed';
  /** All that is said of it, in one line. */
  readonly words: string;
  /** Whether it begins as reports do: then it is one, even without a known reason. */
  readonly isKnownFormat: boolean;
}

const textCharsMax = 32_768; // what follows is the returned message
const linesMax = 400;
const wordsCharsMax = 2_000;
const recipientsMax = 100;

const address = String.raw`[^\s<>()[\]"',;:]{1,64}@[^\s<>()[\]"',;:]{0,254}[^\s<>()[\]"',;:.]`;
/** A line that is about one address: `<a@b>:`, `a@b`, `"a@b":`, `a@b: 550 …`, `To: <a@b>`, `Name<mailto:a@b>`. */
const recipientLine = new RegExp(
  String.raw`^[ \t]{0,40}((?:\*|Recipient|Recipient address|Unknown user|[Aa]ddress|Invalid final delivery userid|User(?:'s)? mailbox (?:exceeds allowed size|is full)|RCPT TO|target mail address|Failed Recipient|Undeliverable Address|undeliverable {1,3}to|Error-for|Delivery failed \d{1,4} attempts):?[ \t]{1,8})?["'<]{0,2}(?:mailto:)?(${address})["'>]{0,2}(?:<mailto:[^>]{1,320}>)?(?:[ \t]*[.]{3}|[ \t]*:|[ \t]*$|[ \t]+(?=\(|\[|-|on |Invalid|Error,|[45]\d\d[ -]))(.*)$`,
);
/** An address in the middle of a sentence that names the recipient. */
const recipientSentence = new RegExp(
  String.raw`\b(?:deliver(?:ed|ing)?(?: (?:your )?(?:mail|message))? to|rejected recipient|recipients? returned permanent errors|message to|554|550)[: ]{1,3}["'<]{0,2}(${address})`,
  'i',
);

/**
 * Reads the prose of a report. Empty for what is none: what people and their absence notes write does not begin as
 * reports do.
 */
export function recipientsOfProse(parts: ReportParts): ProseRecipient[] {
  const text = parts.text.slice(0, textCharsMax);
  const format = proseFormats.find(({ opening }) => opening.test(text));
  const isKnownFormat = format !== undefined || saysToBeReport(parts);
  // Exim calls its reports automatic replies; an absence note is one and no report, whatever it quotes.
  if (!isKnownFormat && (!isOfMailSystem(parts) || isAnswer(parts))) return [];
  const end = text.search(originalBegins);
  const notice = end < 0 ? text : text.slice(0, end);
  const subject = parts.headers.get('subject') ?? '';
  if (isSuccess.test(notice) && quotedReply(notice) === null) return [];
  const isDelayed = !isFinal.test(notice) && isWarning.test(`${subject}\n${notice}`);
  const action = isDelayed ? ('delayed' as const) : ('failed' as const);
  return wordsByRecipient(notice, failedRecipients(parts), format?.isReasonShared === true)
    .filter(({ address, words }) => address !== null || words !== '')
    .map((found) => ({ ...found, action, isKnownFormat }));
}

/** Sent by a mail system, as far as a header can tell: anybody may write so, but no person does. */
function isOfMailSystem({ headers }: ReportParts): boolean {
  return (
    /^\s*<\s*>/.test(headers.get('return-path') ?? '') ||
    /mailer-?daemon|postmaster|mail delivery (?:sub)?system|mail system|mail administrator/i.test(
      (headers.get('from') ?? '').slice(0, 500),
    )
  );
}

function isAnswer({ headers }: ReportParts): boolean {
  return automaticMail([...headers].map(([key, value]) => ({ key, value }))) === 'reply';
}

/** In the header, so that the language of the text does not matter. */
function saysToBeReport({ headers }: ReportParts): boolean {
  const type = headers.get('content-type')?.slice(0, 1_000) ?? '';
  return headers.has('x-failed-recipients') || /^multipart\/report\b.*delivery-status/is.test(type);
}

/** Exim and Gmail name them in the header, in case the prose is in an unknown language. */
function failedRecipients({ headers }: ReportParts): string[] {
  const value = headers.get('x-failed-recipients')?.slice(0, textCharsMax) ?? '';
  return value.split(',').flatMap((each) => new RegExp(`^\\s*<?(${address})>?\\s*$`).exec(each)?.[1] ?? []);
}

function wordsByRecipient(
  notice: string,
  named: readonly string[],
  isReasonShared: boolean,
): Pick<ProseRecipient, 'address' | 'words'>[] {
  const found = new Map<string, string[]>(named.slice(0, recipientsMax).map((each) => [each, []]));
  const general: string[] = [];
  let current = general;
  for (const line of notice.split(/\r?\n/, linesMax)) {
    const [, label = '', start, rest = ''] = recipientLine.exec(line) ?? [];
    const mentioned = start ?? (found.size === 0 ? recipientSentence.exec(line)?.[1] : undefined);
    if (mentioned !== undefined && found.size < recipientsMax) {
      const known = found.get(mentioned) ?? [];
      found.set(mentioned, known);
      current = known;
    }
    current.push(start === undefined ? line : `${label}${rest}`);
  }
  if (found.size === 0) return [{ address: null, words: inOneLine(general) }];
  // Sendmail and Exchange say the reason apart from the address; with several recipients, it is unknown whose it is.
  const apart = found.size === 1 || isReasonShared ? inOneLine(general) : '';
  return [...found].map(([each, lines]) => {
    const words = inOneLine(lines);
    if (isReasonShared) return { address: each, words: `${apart} ${words}`.trim() };
    return { address: each, words: saysWhy(words) ? words : `${words} ${apart}`.trim() };
  });
}

function saysWhy(words: string): boolean {
  return (
    quotedReply(words) !== null ||
    findEnhancedCode(words) !== null ||
    words.replace(/[-=*#_]{3,}/g, '').length > 40
  );
}

function inOneLine(lines: readonly string[]): string {
  return lines
    .join(' ')
    .slice(0, wordsCharsMax * 2)
    .replace(/,? ERROR_CODE ?:/g, ' ') // Zoho
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, wordsCharsMax);
}

/** The SMTP reply that prose quotes: `said: 550 5.1.1 …`, `with the following error message: [554 …`, `#550 5.1.1`. */
export function quotedReply(words: string): string | null {
  return (
    /(?:^|[\s:#['"(>])([45]\d\d(?:[ -]|(?=\s*$))#?(?:[45]\.\d{1,3}\.\d{1,3}\b)?.{0,600})/
      .exec(words)?.[1]
      ?.trim() ?? null
  );
}
