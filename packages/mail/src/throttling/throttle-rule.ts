import { isAmong } from '../outcomes/classify-failure';
import { findEnhancedCode } from '../outcomes/enhanced-code';
import type { FailureClass } from '../outcomes/failure-class';
import type { DestinationReply } from '../outcomes/smtp-reply';

export type ReplyStage = NonNullable<DestinationReply['stage']>;

/**
 * What a rule asks of a reply; everything that it names has to fit. Words are looked for in the first 1,000 characters, in any
 * case; `*` in them stands for anything between two of their parts. There are no regular expressions: a rule that an operator
 * writes in haste costs the same as any other, whatever a server answers.
 */
export interface ThrottleMatch {
  /** As `mailboxProvider` names them. */
  readonly providers?: readonly string[] | undefined;
  /** As `sites list` names them. Replies of smart hosts and providers' APIs are about one destination among many: only rules that name them apply. */
  readonly sites?: readonly string[] | undefined;
  /** `421`, `4xx`. */
  readonly codes?: readonly string[] | undefined;
  /** Apart by blanks: `7.28` of any class, `4.7.0` of one, `7.606-649` a range. */
  readonly enhanced?: string | undefined;
  /** One of them is enough. */
  readonly text?: readonly string[] | undefined;
  readonly classes?: readonly FailureClass[] | undefined;
  readonly stages?: readonly ReplyStage[] | undefined;
  /** Not a reply: so many times in a row the site could not be reached. */
  readonly failuresInARow?: number | undefined;
}

export type ThrottleAction =
  | { readonly kind: 'suspend'; readonly forMs: number }
  /** Null: stays as it is. */
  | {
      readonly kind: 'limit';
      readonly forMs: number;
      readonly connections: number | null;
      readonly perSecond: number | null;
    }
  /** The site is left alone for seconds, then for minutes, until it takes a message again. */
  | { readonly kind: 'back-off' }
  /** It says nothing about the site. */
  | { readonly kind: 'none' };

export interface ThrottleRule {
  readonly name: string;
  readonly match: ThrottleMatch;
  /** So many such replies within that time. */
  readonly after: { readonly replies: number; readonly withinMs: number };
  readonly action: ThrottleAction;
  /** Why, for readers of the rules. */
  readonly reason: string;
}

/** A reply as rules see it. */
export interface ThrottledReply {
  readonly site: string;
  readonly provider: string | null;
  /** Its replies are about the whole site. */
  readonly throttlesAsOne: boolean;
  readonly code: number;
  readonly text: string;
  /** Null: not known, any will do. */
  readonly stage: ReplyStage | null;
  readonly class: FailureClass | null;
}

const textCharsMax = 1_000;

/** The first rule that fits; null: the reply says nothing about its site. */
export function ruleForReply(rules: readonly ThrottleRule[], reply: ThrottledReply): ThrottleRule | null {
  const text = reply.text.slice(0, textCharsMax).toLowerCase().replace(/\s+/g, ' ');
  return rules.find(({ match }) => match.failuresInARow === undefined && fits(match, reply, text)) ?? null;
}

/** The rule for a site that could not be reached so many times in a row; the one that asks for most. */
export function ruleForFailures(
  rules: readonly ThrottleRule[],
  failed: { readonly site: string; readonly provider: string | null; readonly inARow: number },
): ThrottleRule | null {
  const fitting = rules.filter(
    ({ match: { failuresInARow, providers, sites } }) =>
      failuresInARow !== undefined &&
      failed.inARow >= failuresInARow &&
      isOneOf(providers, failed.provider) &&
      isOneOf(sites, failed.site),
  );
  return fitting.sort((a, b) => (b.match.failuresInARow ?? 0) - (a.match.failuresInARow ?? 0))[0] ?? null;
}

function fits(match: ThrottleMatch, reply: ThrottledReply, text: string): boolean {
  if (!reply.throttlesAsOne && match.sites === undefined) return false;
  return (
    isOneOf(match.providers, reply.provider) &&
    isOneOf(match.sites, reply.site) &&
    isOneOf(match.classes, reply.class) &&
    (reply.stage === null || isOneOf(match.stages, reply.stage)) &&
    (match.codes === undefined || match.codes.some((code) => isCode(code, reply.code))) &&
    (match.enhanced === undefined || hasEnhancedCode(reply.text, match.enhanced)) &&
    (match.text === undefined || match.text.some((words) => contains(text, words)))
  );
}

function isOneOf<T>(wanted: readonly T[] | undefined, value: T | null): boolean {
  return wanted === undefined || (value !== null && wanted.includes(value));
}

function isCode(pattern: string, code: number): boolean {
  return pattern.endsWith('xx') ? Number(pattern[0]) === Math.floor(code / 100) : Number(pattern) === code;
}

function hasEnhancedCode(text: string, codes: string): boolean {
  const enhanced = findEnhancedCode(text);
  return enhanced !== null && isAmong(enhanced, codes);
}

/** Each part after the one before, as early as possible: linear, and it finds them whenever they are there. */
function contains(text: string, words: string): boolean {
  let from = 0;
  for (const part of words.toLowerCase().split('*')) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}
