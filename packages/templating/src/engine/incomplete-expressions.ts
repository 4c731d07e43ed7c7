import { toValueSync, TypeGuards, Value, type Template, type Token } from 'liquidjs';
import { templatesHint } from './parse-field';

/**
 * What is wrong with expressions that the library evaluates although a part is missing or too much: `{{> x}}`, which is
 * Handlebars, prints "false", and `{{ first last }}` the first name only.
 */
export function* incompleteExpressions(templates: readonly Template[]): Generator<string> {
  for (const template of templates) {
    for (const argument of template.arguments?.() ?? []) {
      if (argument instanceof Value && !isComplete(argument.initial.postfix)) {
        const { begin, end, input } = template.token;
        yield `not a valid value: ${input.slice(begin, end).slice(0, 100)}; ${templatesHint}`;
      }
    }
    const children = toValueSync(template.children?.(false, true)) as readonly Template[] | undefined;
    if (children !== undefined) yield* incompleteExpressions(children);
  }
}

/** Each operator takes its values off those before it and leaves one; one is left at the end. */
function isComplete(postfix: readonly Token[]): boolean {
  let values = 0;
  for (const token of postfix) {
    if (TypeGuards.isOperatorToken(token)) {
      values -= token.operator === 'not' ? 1 : 2;
      if (values < 0) return false;
    }
    values += 1;
  }
  return values === 1;
}
