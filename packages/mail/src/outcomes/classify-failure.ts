import type { EnhancedCode } from './enhanced-code';
import type { FailureClass } from './failure-class';
import { certainCodes, likelyCodes, numbers, words, type FailureRule } from './failure-rules';
import { providerRules } from './provider-failure-rules';

/** A refusal as far as its reason shows. */
export interface Refusal {
  readonly code: number;
  readonly text: string;
  readonly enhanced: EnhancedCode | null;
  /** Whose server said it, as `mailboxProvider` names it, where that is known. */
  readonly provider: string | null;
}

export type FoundFailure = Pick<FailureRule, 'class' | 'temporary' | 'suppression'>;

const textCharsMax = 2_000; // every rule looks through it, and a server chooses its length
const addressPattern = /<?[^\s<>()[\],;:"]{1,64}@[^\s<>()[\],;:"]{1,255}>?/g;

/** What passes or is about ourselves proves nothing about the mailbox, whatever code stands before it. */
const notOfTheMailbox: readonly FailureClass[] = ['auth', 'block', 'rate', 'platform', 'full'];

/** Why a server refused; null when neither code nor words say. */
export function classifyFailure(refusal: Refusal): FoundFailure | null {
  const text = readable(refusal.text);
  const known = ruleOfProvider(refusal, text);
  if (known) return known;
  const { enhanced, code } = refusal;
  const certain = firstFitting(certainCodes, enhanced, text);
  if (certain && !isOfMailbox(certain)) return certain;
  const worded = firstFitting(words, enhanced, text);
  if (certain && !(worded && contradicts(worded))) return certain;
  const ofNumber = numbers[code];
  return (
    worded ??
    firstFitting(likelyCodes, enhanced, text) ??
    (ofNumber === undefined ? null : { class: ofNumber })
  );
}

function isOfMailbox(found: FoundFailure): boolean {
  return found.class === 'recipient' || found.class === 'inactive';
}

function contradicts(worded: FoundFailure): boolean {
  return worded.temporary === true || notOfTheMailbox.includes(worded.class);
}

/** One line, without the names that people have chosen. */
function readable(text: string): string {
  return text.slice(0, textCharsMax).replace(/\s+/g, ' ').replace(addressPattern, '<>');
}

function ruleOfProvider(refusal: Refusal, text: string): FoundFailure | null {
  for (const { providers, marks, rules } of providerRules) {
    const isTheirs =
      (refusal.provider !== null && providers.includes(refusal.provider)) ||
      marks?.test(refusal.text.slice(0, textCharsMax));
    const rule = isTheirs ? firstFitting(rules, refusal.enhanced, text) : null;
    if (rule) return rule;
  }
  return null;
}

function firstFitting(
  rules: readonly FailureRule[],
  enhanced: EnhancedCode | null,
  text: string,
): FailureRule | null {
  return (
    rules.find(
      (rule) =>
        (rule.codes === undefined || (enhanced !== null && isAmong(enhanced, rule.codes))) &&
        (rule.text === undefined || rule.text.test(text)),
    ) ?? null
  );
}

interface CodeRange {
  /** 4 or 5; NaN: either. */
  readonly class: number;
  readonly subject: number;
  readonly low: number;
  readonly high: number;
}

const rangesByText = new Map<string, readonly CodeRange[]>();

/** `1.1 7.606-649`, read once. */
function rangesOf(text: string): readonly CodeRange[] {
  const known = rangesByText.get(text);
  if (known) return known;
  const ranges = text.split(' ').map((code): CodeRange => {
    const [details = '', subject, severity] = code.split('.').reverse();
    const [low, high = low] = details.split('-').map(Number);
    return { class: Number(severity), subject: Number(subject), low: Number(low), high: Number(high) };
  });
  rangesByText.set(text, ranges);
  return ranges;
}

/** Whether a code is one of those that a rule names. */
export function isAmong(code: EnhancedCode, codes: string): boolean {
  return rangesOf(codes).some(
    (range) =>
      range.subject === code.subject &&
      code.detail >= range.low &&
      code.detail <= range.high &&
      (Number.isNaN(range.class) || range.class === code.class),
  );
}
