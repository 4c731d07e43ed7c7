import { defaultOperators, Liquid, toValueSync, type Context, type Operators } from 'liquidjs';
import { guardedFilters } from './filters';
import { WorkLimitError } from './work-budget';

/** Tags that read files, share state or collect output of their own are not among them. */
const allowedTags = ['#', 'assign', 'break', 'case', 'comment', 'continue', 'for', 'if', 'raw', 'unless'];

const needleCharsMax = 1_000;

/**
 * Liquid without files, includes, code or prototypes. As the library comes, `include` and its kin read any file below
 * the working directory, and `raw` prints what data holds as HTML.
 */
function createEngine(print: (text: string) => string): Liquid {
  const engine = new Liquid({
    templates: {},
    ownPropertyOnly: true,
    strictFilters: true,
    outputEscape: function (this: { context: Context }, value: unknown) {
      return print(printValue(value, this.context));
    },
    operators: guardedOperators(),
    // The same text on every server, whatever its own zone and language.
    locale: 'en-US',
    timezoneOffset: 0,
  });
  for (const name of Object.keys(engine.tags)) if (!allowedTags.includes(name)) delete engine.tags[name];
  for (const name of Object.keys(engine.filters)) engine.unregisterFilter(name);
  for (const [name, filter] of guardedFilters()) engine.registerFilter(name, filter);
  return engine;
}

/** Between two outputs any number of comparisons may stand, each of whole lists. */
function guardedOperators(): Operators {
  const guarded = Object.entries(defaultOperators).map(([name, operator]) => {
    const evaluate = operator as (...operands: unknown[]) => ReturnType<Operators[string]>;
    const guard = (...operands: unknown[]) => {
      const context = operands.at(-1) as Context;
      context.renderLimit.check(0);
      if (name === 'contains') assertShortNeedle(operands[1]);
      return evaluate(...operands);
    };
    return [name, guard] as const;
  });
  return Object.fromEntries(guarded);
}

function assertShortNeedle(needle: unknown): void {
  if (typeof needle !== 'string' || needle.length <= needleCharsMax) return;
  throw new WorkLimitError(
    `searches for a string of more than ${needleCharsMax.toLocaleString('en-US')} characters`,
  );
}

/** A template prints what has no text. */
class UnprintableError extends Error {
  override readonly name = 'UnprintableError';
}

/**
 * The text of a value. A whole object would print as `[object Object]` in a mail, so it is refused.
 * @throws UnprintableError, WorkLimitError
 */
function printValue(raw: unknown, context: Context): string {
  const value: unknown = toValueSync(raw);
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
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

export const engines = {
  html: createEngine(escapeHtml),
  text: createEngine((text) => text),
} as const;

export type EngineName = keyof typeof engines;
