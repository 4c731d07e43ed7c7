import type { z } from 'zod';
import { AppError, fieldsMax, type FieldProblem } from './app-error';

export type CheckedInput<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problems: FieldProblem[] };

/** Holds what a client sent against a schema; problems are worded by us. */
export function checkInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): CheckedInput<z.output<Schema>> {
  const read = schema.safeParse(input, inOurWords);
  if (read.success) return { ok: true, value: read.data };
  const problems = read.error.issues.map(({ path, message }) => ({ path: pathText(path), message }));
  return { ok: false, problems };
}

const nameCharsMax = 100;

/** One line naming each bad field, as `validation_error` answers it. At most 20 are named. */
export function validationMessage(problems: readonly FieldProblem[]): string {
  const named = problems.slice(0, fieldsMax).map((problem) => `${problem.path}: ${problem.message}`);
  const rest = problems.length - named.length;
  return named.join('; ') + (rest > 0 ? `; and ${rest.toLocaleString('en-US')} more` : '');
}

/** Refuses a request for what is wrong with its fields. */
export function validationError(problems: readonly FieldProblem[]): AppError {
  return new AppError('validation_error', validationMessage(problems), { fields: problems });
}

export function invalidField(path: string, message: string): AppError {
  return validationError([{ path, message }]);
}

/** Refuses a request that none of its fields makes invalid. */
export function invalidRequest(message: string): AppError {
  return new AppError('validation_error', message, { fields: [] });
}

/** A text of the client's as messages may hold it: on one line, and of bounded length. */
export function quotable(text: string): string {
  const shown = JSON.stringify(text.slice(0, nameCharsMax)).slice(1, -1);
  return text.length > nameCharsMax ? `${shown}…` : shown;
}

/** The path of the body itself is `body`. Keys of maps are the client's. */
function pathText(path: readonly PropertyKey[]): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += `${text === '' ? '' : '.'}${quotable(String(part))}`;
  }
  return text === '' ? 'body' : text;
}

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** For what a schema has no message of its own; the library's are made for programmers. */
const inOurWords = { error: textOf } as const;

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

function textOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'required' : `must be ${typeNames[issue.expected] ?? 'different'}`;
    case 'invalid_value':
      return issue.input === undefined ? 'required' : `must be ${listed(issue.values)}`;
    case 'too_big':
      return sizeText(issue.origin, { word: 'most', bound: issue.maximum });
    case 'too_small':
      return sizeText(issue.origin, { word: 'least', bound: issue.minimum });
    // Errors of a map's key are in the key's own issues.
    case 'invalid_key':
      return issue.issues[0]?.message ?? 'is not an allowed key';
    case 'unrecognized_keys':
      return `must not have ${listed(issue.keys.slice(0, fieldsMax).map(quotable), 'and')}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_union':
    case 'invalid_element':
    case 'invalid_format':
    case 'custom':
      return 'has an invalid format';
  }
}

const counted: Readonly<Record<string, string>> = {
  string: ' characters',
  array: ' items',
  object: ' entries',
  record: ' entries',
};

function sizeText(
  origin: string,
  { word, bound }: { readonly word: 'most' | 'least'; readonly bound: number | bigint },
): string {
  const unit = counted[origin];
  if (unit !== undefined && word === 'least' && bound === 1) return 'must not be empty';
  return `must ${unit === undefined ? 'be' : 'have'} at ${word} ${bound.toLocaleString('en-US')}${unit ?? ''}`;
}

function listed(values: readonly unknown[], conjunction = 'or'): string {
  const texts = values.map(String);
  const last = texts.pop() ?? '';
  return texts.length === 0 ? last : `${texts.join(', ')} ${conjunction} ${last}`;
}
