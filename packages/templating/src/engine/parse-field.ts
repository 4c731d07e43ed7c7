import { LiquidError, Parser, TokenKind, Tokenizer, type Template, type TopLevelToken } from 'liquidjs';
import { engines, type EngineName } from './create-engine';

/** What a source may hold, besides its size: parsing and each pass over it are linear in these. */
const sourceLimits = {
  charsMax: 500_000,
  tagsMax: 5_000,
  tagCharsMax: 1_000,
  nestingMax: 30,
} as const;

/** A field that is ready to be rendered. */
export interface ParsedField {
  readonly engine: EngineName;
  readonly templates: Template[];
}

export type ParseOutcome =
  { readonly ok: true; readonly field: ParsedField } | { readonly ok: false; readonly message: string };

/** Reads one field; what is wrong with it is an answer. */
export function parseField(source: string, engine: EngineName): ParseOutcome {
  try {
    const tokens = tokensOf(source, engine);
    const message = limitProblem(tokens);
    if (message !== null) return { ok: false, message };
    return { ok: true, field: { engine, templates: new Parser(engines[engine]).parseTokens(tokens) } };
  } catch (error) {
    if (error instanceof SourceLimitError || LiquidError.is(error)) {
      return { ok: false, message: withHint(plainMessage(error)) };
    }
    throw error;
  }
}

/** How Mustache and Handlebars begin what is no value. */
const foreignValue = /^invalid value expression: "[#/^&!{]/;

/** For those who write another language. */
export const templatesHint =
  'templates are Liquid: {{ name }}, {% if name %} … {% endif %}, {% for item in list %} … {% endfor %}';

function withHint(message: string): string {
  return foreignValue.test(message) ? `${message}; ${templatesHint}` : message;
}

class SourceLimitError extends Error {
  override readonly name = 'SourceLimitError';
}

function tokensOf(source: string, engine: EngineName): TopLevelToken[] {
  if (source.length > sourceLimits.charsMax) {
    throw new SourceLimitError(
      `must have at most ${sourceLimits.charsMax.toLocaleString('en-US')} characters`,
    );
  }
  const { options } = engines[engine];
  return new Tokenizer(source, options.operators).readTopLevelTokens(options);
}

function limitProblem(tokens: readonly TopLevelToken[]): string | null {
  let tags = 0;
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === TokenKind.HTML) continue;
    tags += 1;
    if (tags > sourceLimits.tagsMax)
      return `must have at most ${sourceLimits.tagsMax.toLocaleString('en-US')} tags`;
    if (token.end - token.begin > sourceLimits.tagCharsMax) {
      return `must not have tags of more than ${sourceLimits.tagCharsMax.toLocaleString('en-US')} characters`;
    }
    depth += nestingStep(token);
    if (depth > sourceLimits.nestingMax) return `must nest at most ${sourceLimits.nestingMax} tags`;
  }
  return null;
}

const blockTags = ['if', 'unless', 'case', 'for'];

function nestingStep(token: TopLevelToken): number {
  const name = 'name' in token ? token.name : '';
  if (blockTags.includes(name)) return 1;
  return name.startsWith('end') && blockTags.includes(name.slice(3)) ? -1 : 0;
}

/** The library quotes sources of any length in its messages. */
export function plainMessage({ message }: Error): string {
  return message.replace(/\s+/g, ' ').slice(0, 200);
}
