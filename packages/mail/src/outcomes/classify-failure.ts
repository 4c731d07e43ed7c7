import type { EnhancedCode } from './enhanced-code';
import { certainCodes, likelyCodes, numbers, senderCodes, words, type FailureRule } from './failure-rules';
import { providerRules } from './provider-failure-rules';
import { isOfRecipient, wordsOf, type ReadableWords } from './whose-words';

/** A refusal as far as its reason shows. */
export interface Refusal {
  readonly code: number;
  readonly text: string;
  readonly enhanced: EnhancedCode | null;
  /** False before a recipient was named: then neither words nor codes can be about one. */
  readonly isRecipientNamed: boolean;
  /** Whose server said it, as `mailboxProvider` names it, where that is known. */
  readonly provider: string | null;
}

export interface FoundFailure extends Pick<FailureRule, 'class' | 'temporary' | 'suppression'> {
  /** Whether the words say it, and not a code or number alone. */
  readonly isWorded: boolean;
}

const textCharsMax = 2_000; // every rule looks through it, and a server chooses its length
const addressPattern = /<?[^\s<>()[\],;:"]{1,64}@[^\s<>()[\],;:"]{1,255}>?/g;

/** What a refusal offers to the rules. */
interface Said {
  readonly words: ReadableWords;
  readonly enhanced: EnhancedCode | null;
  readonly isRecipientNamed: boolean;
}

/** Why a server refused; null when neither code nor words say. */
export function classifyFailure(refusal: Refusal): FoundFailure | null {
  const { enhanced, code, isRecipientNamed } = refusal;
  const said = { words: wordsOf(readable(refusal.text)), enhanced, isRecipientNamed };
  const known = ruleOfProvider(refusal, said);
  if (known) return known;
  const certain = firstFitting(certainCodes, said);
  if (certain && !isOfRecipient(certain.class)) return certain;
  const worded = firstFitting(words, said);
  // Some servers send a mailbox's code with every refusal; their words know better when they are about something else.
  if (certain && (worded === null || (isOfRecipient(worded.class) && worded.class !== 'full')))
    return certain;
  return worded ?? firstFitting(likelyCodes, said) ?? ofNumber(code, isRecipientNamed);
}

function ofNumber(code: number, isRecipientNamed: boolean): FoundFailure | null {
  const found = numbers[code];
  if (found === undefined) return null;
  // 521 and 556 are also said in place of a greeting (RFC 7504).
  const fits = isRecipientNamed || found === 'domain' || !isOfRecipient(found);
  return fits ? { class: found, isWorded: false } : null;
}

/** One line, without the names that people have chosen. */
function readable(text: string): string {
  return text.slice(0, textCharsMax).replace(/\s+/g, ' ').replace(addressPattern, '<>');
}

function ruleOfProvider(refusal: Refusal, said: Said): FoundFailure | null {
  for (const { providers, marks, rules } of providerRules) {
    const isTheirs =
      (refusal.provider !== null && providers.includes(refusal.provider)) ||
      marks?.test(refusal.text.slice(0, textCharsMax));
    const rule = isTheirs ? firstFitting(rules, said) : null;
    if (rule) return rule;
  }
  return null;
}

function firstFitting(
  rules: readonly FailureRule[],
  { words: { all, ofRecipient }, enhanced, isRecipientNamed }: Said,
): FoundFailure | null {
  const isSendersCode = enhanced !== null && isAmong(enhanced, senderCodes);
  const rule = rules.find((each) => {
    const isTheirs = isOfRecipient(each.class);
    if (isTheirs && (isSendersCode || !isRecipientNamed)) return false;
    return (
      (each.codes === undefined || (enhanced !== null && isAmong(enhanced, each.codes))) &&
      (each.text === undefined || each.text.test(isTheirs ? ofRecipient : all))
    );
  });
  return rule ? { ...rule, isWorded: rule.text !== undefined } : null;
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
