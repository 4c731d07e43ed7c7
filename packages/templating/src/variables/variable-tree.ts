import type { FieldProblem } from '@postrider/contracts/errors';
import type { TemplateVariable, TemplateVariableType } from '@postrider/contracts/templates';

/** Declared variables by the parts of their keys: `order.total` is `total` below `order`. */
export interface VariableNode {
  readonly children: ReadonlyMap<string, VariableNode>;
  /** Set on leaves alone. */
  readonly variable: TemplateVariable | null;
}

interface GrowingNode extends VariableNode {
  readonly children: Map<string, GrowingNode>;
  variable: TemplateVariable | null;
}

/** Of declarations that have no problems. */
export function variableTree(variables: readonly TemplateVariable[]): VariableNode {
  const root = emptyNode();
  for (const variable of variables) grow(root, variable);
  return root;
}

/** What is wrong with the declarations, whatever the template says. */
export function variableProblems(variables: readonly TemplateVariable[]): FieldProblem[] {
  const root = emptyNode();
  return variables.flatMap((variable, index) => {
    const message = keyProblem(variable.key) ?? grow(root, variable);
    const problems: FieldProblem[] = message === null ? [] : [{ path: `variables[${index}].key`, message }];
    if (hasFallback(variable) && !hasType(variable.fallback, variable.type)) {
      problems.push({ path: `variables[${index}].fallback`, message: `must be of type ${variable.type}` });
    }
    return problems;
  });
}

/** Names that reach an object's prototype. */
export const pollutingNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Words of the language, which no variable can be reached by. */
const languageWords: ReadonlySet<string> = new Set(
  'and or not contains true false nil null empty blank forloop in'.split(' '),
);

function keyProblem(key: string): string | null {
  const [first = '', ...rest] = key.split('.');
  if (languageWords.has(first)) return `${first} is a reserved word of Liquid`;
  return [first, ...rest].some((name) => pollutingNames.has(name)) ? 'this name cannot be used' : null;
}

/** @returns the conflicting variable, or null */
function grow(root: GrowingNode, variable: TemplateVariable): string | null {
  let node = root;
  const path: string[] = [];
  for (const name of variable.key.split('.')) {
    if (node.variable !== null) return `${path.join('.')} is also declared itself`;
    path.push(name);
    let child = node.children.get(name);
    if (child === undefined) node.children.set(name, (child = emptyNode()));
    node = child;
  }
  if (node.variable !== null) return 'declared twice';
  if (node.children.size > 0) return 'variables below it are also declared';
  node.variable = variable;
  return null;
}

function emptyNode(): GrowingNode {
  return { children: new Map(), variable: null };
}

export function hasFallback({ fallback }: TemplateVariable): boolean {
  return fallback !== undefined && fallback !== null;
}

export function hasType(value: unknown, type: TemplateVariableType): boolean {
  switch (type) {
    case 'string':
    case 'boolean':
      return typeof value === type;
    case 'number':
      // JSON has no infinity, but a number like 1e999 is read as one.
      return Number.isFinite(value);
    case 'list':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
