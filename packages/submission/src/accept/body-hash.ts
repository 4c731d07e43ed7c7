import { createHash, hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

/** Of the SHA-256: enough to tell two requests of one key apart. */
const hexChars = 32;
/** Some 2 ms of work, after which other requests get their turn. */
const pieceChars = 1_000_000;

/**
 * Identifies the content of a request, whatever its idempotency key: two requests with one key and different hashes are a mistake of
 * the client. Taken of the checked body, which has each address list as a list, and without regard to the order of fields. Schemas of
 * such bodies give absent fields no defaults, so that the next release comes to the same hash.
 */
export async function hashBody(body: Readonly<Record<string, unknown>>): Promise<string> {
  const { idempotency_key: _key, ...content } = body;
  const text = canonical(content);
  if (text.length <= pieceChars) return hash('sha256', text).slice(0, hexChars);
  const whole = createHash('sha256');
  for (let at = 0; at < text.length; at += pieceChars) {
    whole.update(text.slice(at, at + pieceChars));
    await setImmediate();
  }
  return whole.digest('hex').slice(0, hexChars);
}

/** False where one of them is not known: a release before hashes were stored accepted the first request. */
export function isMismatch(stored: string | null, asked: string | null): boolean {
  return stored !== null && asked !== null && stored !== asked;
}

/** Each value by its kind; texts by their length, so that no character needs an escape. */
function canonical(value: unknown): string {
  if (typeof value === 'string') return `s${value.length}:${value}`;
  if (typeof value !== 'object' || value === null) return `${String(value)};`;
  if (Array.isArray(value)) return `[${value.map(canonical).join('')}]`;
  const fields = value as Readonly<Record<string, unknown>>;
  let text = '{';
  for (const name of Object.keys(fields).sort()) {
    if (fields[name] !== undefined) text += `${canonical(name)}${canonical(fields[name])}`;
  }
  return `${text}}`;
}
