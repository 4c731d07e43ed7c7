import { toValueSync, type Context } from 'liquidjs';

/** A template prints what has no text. */
class UnprintableError extends Error {
  override readonly name = 'UnprintableError';
}

/**
 * The text of a value. A whole object would print as `[object Object]` in somebody's mail, so it is refused.
 * @throws UnprintableError, WorkLimitError
 */
export function printValue(given: unknown, context: Context): string {
  const value: unknown = toValueSync(given);
  if (Array.isArray(value)) return value.map((item) => printValue(item, context)).join('');
  const text = textOf(value);
  context.memoryLimit.use(text.length);
  return text;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === undefined || value === null) return '';
  throw new UnprintableError('prints a whole object');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Safe between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
