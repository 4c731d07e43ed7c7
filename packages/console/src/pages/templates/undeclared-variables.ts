import { templateTexts } from '../../texts/templates';

/** Words that begin an expression and are no variables. */
const reserved: ReadonlySet<string> = new Set([
  ...['true', 'false', 'nil', 'null', 'empty', 'blank', 'forloop', 'tablerowloop'],
  ...['and', 'or', 'not', 'contains', 'in'],
]);
const definition = /\{%-?\s*(?:for|assign|capture|tablerow|increment|decrement)\s+([a-zA-Z_][\w-]*)/g;
const use =
  /\{\{-?\s*([a-zA-Z_][\w-]*)|\{%-?\s*(?:if|elsif|unless|case)\s+([a-zA-Z_][\w-]*)|\{%-?\s*(?:for|tablerow)\s+[\w-]+\s+in\s+([a-zA-Z_][\w-]*)/g;

/** Variables that a template uses and does not declare, with their places. The API checks the whole template when it is published. */
export function undeclaredVariables(text: string, declared: readonly string[]) {
  const known = new Set([...declared, ...[...text.matchAll(definition)].map(([, name]) => name)]);
  return [...text.matchAll(use)].flatMap((match) => {
    const name = match[1] ?? match[2] ?? match[3] ?? '';
    if (known.has(name) || reserved.has(name)) return [];
    const to = match.index + match[0].length;
    const message = templateTexts.variables.undeclared(name);
    return [{ from: to - name.length, to, severity: 'warning' as const, message }];
  });
}
