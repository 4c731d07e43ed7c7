import type { FieldProblem } from '@postrider/contracts/errors';
import type { TemplateVariable } from '@postrider/contracts/templates';
import { fieldEngines, templateFields } from './compile-template';
import { parseField } from './engine/parse-field';
import { incompleteExpressions } from './engine/incomplete-expressions';
import { variableReferences, type VariablePath } from './engine/variable-references';
import { variableProblems, variableTree, type VariableNode } from './variables/variable-tree';

/** A draft: any part of it may still be missing. */
export interface TemplateDraft {
  readonly subject: string | null;
  readonly html: string | null;
  readonly text: string | null;
  readonly variables: readonly TemplateVariable[];
  /**
   * Taken before, by this version of the check or an earlier one: what it prints is known by now, so only what cannot be
   * rendered is a problem.
   */
  readonly wasAccepted?: boolean;
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
      ...sourceProblems(source, fieldEngines[field], { tree, wasAccepted: draft.wasAccepted ?? false }).map(
        (message) => ({ path: field, message }),
      ),
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

function sourceProblems(
  source: string,
  engine: 'html' | 'text',
  { tree, wasAccepted }: { readonly tree: VariableNode | null; readonly wasAccepted: boolean },
): string[] {
  const outcome = parseField(source, engine);
  if (!outcome.ok) return [outcome.message];
  const { templates } = outcome.field;
  const incomplete = wasAccepted ? [] : firstOf(incompleteExpressions(templates));
  if (tree === null) return incomplete;
  return [...incomplete, ...firstOf(undeclaredVariables(variableReferences(templates), tree))];
}

/** Enough to name what is wrong; a template may read thousands. */
const namedMax = 50;

/** What is read and no declaration provides. */
function* undeclaredVariables(paths: Iterable<VariablePath>, tree: VariableNode): Generator<string> {
  for (const path of paths) if (!isDeclared(path, tree)) yield `${nameOf(path)} is not declared`;
}

/** Each once. */
function firstOf(problems: Iterable<string>): string[] {
  const first = new Set<string>();
  for (const problem of problems) {
    first.add(problem);
    if (first.size === namedMax) break;
  }
  return [...first];
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
