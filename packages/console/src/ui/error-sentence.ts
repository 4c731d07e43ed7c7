import type { components } from '../api/generated/api';
import { RequestError } from '../api/request-error';
import { errorTexts, type ErrorFix } from '../texts/errors';
import { texts } from '../texts/texts';

/** A code without a text does not compile. */
const fixes: Readonly<Record<components['schemas']['ErrorCode'], ErrorFix>> = errorTexts;

/** Requests, headers, keys and literals: what the messages of the API say to programs. */
const forPrograms =
  /\b(GET|POST|PUT|PATCH|DELETE) \/|`|\{"|Retry-After|Idempotency-Key|Authorization:|\bpr_(live|test)_|\bendpoint\b|\b(API|this|the) keys?\b|\btest keys\b|Follow the message|the message (says|names|gives)/i;

/** What an error means, for people: the message of the API without what it says to programs, or the text of its code. */
export function errorSentence(error: unknown): string {
  if (!(error instanceof RequestError)) return texts.errors.bug;
  const fix = fixOf(error);
  if (fix?.only) return fix.text;
  const said = error.message.split(/(?<=[.!?])\s+/).filter((part) => !forPrograms.test(part));
  // The second sentence of a generic message needs the first.
  if (fix !== null && (said.length === 0 || !error.message.startsWith(said[0] ?? ''))) return fix.text;
  return said.length === 0 ? texts.errors.unknown : said.join(' ');
}

/** Null: a code of a later version. */
export function fixOf({ code }: RequestError): ErrorFix | null {
  return new Map<string, ErrorFix>(Object.entries(fixes)).get(code) ?? null;
}
