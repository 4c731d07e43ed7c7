import type { FieldProblem, TemplateVariable } from '@postrider/contracts';
import { fieldEngines, templateFields } from './compile-template';
import { parseField } from './engine/parse-field';
import { variableReferences, type VariablePath } from './engine/variable-references';
import { variableProblems, variableTree, type VariableNode } from './variables/variable-tree';

/** A draft: any part of it may still be missing. */
export interface TemplateDraft {
  readonly subject: string | null;
  readonly html: string | null;
  readonly text: string | null;
  readonly variables: readonly TemplateVariable[];
}

/** Everything that keeps a draft from being published or rendered; empty: nothing does. */
export function checkTemplate(draft: TemplateDraft): FieldProblem[] {
  const problems = [...missingFields(draft), ...variableProblems(draft.variables)];
  const tree = problems.some(({ path }) => path.startsWith('variables'))
    ? null
    : variableTree(draft.variables);
  for (const field of templateFields) {
    const source = draft[field];
    if (source === null) continue;
    problems.push(
      ...sourceProblems(source, fieldEngines[field], tree).map((message) => ({ path: field, message })),
    );
  }
  return problems;
}

function missingFields({ subject, html, text }: TemplateDraft): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (subject === null || subject === '') problems.push({ path: 'subject', message: 'required' });
  if (html === null && text === null) problems.push({ path: 'html', message: 'html or text is required' });
  return problems;
}

function sourceProblems(source: string, engine: 'html' | 'text', tree: VariableNode | null): string[] {
  const outcome = parseField(source, engine);
  if (!outcome.ok) return [outcome.message];
  if (tree === null) return [];
  return undeclaredVariables(variableReferences(outcome.field.templates), tree).map(
    (name) => `${name} is not declared`,
  );
}

/** Enough to name what is wrong; a template may read thousands. */
const namedMax = 50;

/** What is read and no declaration provides, each once. */
function undeclaredVariables(paths: Iterable<VariablePath>, tree: VariableNode): string[] {
  const undeclared = new Set<string>();
  for (const path of paths) {
    if (isDeclared(path, tree)) continue;
    undeclared.add(nameOf(path));
    if (undeclared.size === namedMax) break;
  }
  return [...undeclared];
}

function isDeclared(path: VariablePath, tree: VariableNode): boolean {
  let node = tree;
  for (const [index, part] of path.entries()) {
    if (node.variable !== null) return hasParts(node.variable.type, path.slice(index));
    if (part === null) return true;
    const child = node.children.get(String(part));
    if (child === undefined) return false;
    node = child;
  }
  return true;
}

/** Lists and objects hold what the sender puts into them. */
function hasParts(type: string, rest: readonly (string | number | null)[]): boolean {
  if (type === 'list' || type === 'object') return true;
  return type === 'string' && rest.length === 1 && rest[0] === 'size';
}

function nameOf([root, ...parts]: VariablePath): string {
  const names = parts.map((part) => (typeof part === 'string' ? `.${part}` : `[${part ?? '…'}]`));
  return [root, ...names].join('').slice(0, 100);
}
