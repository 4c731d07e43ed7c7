import assert from 'node:assert';
import type { TemplateVariable, TemplateVariableType } from '@postrider/contracts/templates';
import { checkData } from './check-data';
import { nestDottedKeys } from './nest-dotted-keys';
import { hasFallback, hasType, isObject, type VariableNode } from './variable-tree';

/** How data does not fit the declarations; at least one list has an entry. */
export interface VariableFaults {
  readonly missing: readonly string[];
  readonly unknown: readonly string[];
  readonly mistyped: readonly { readonly key: string; readonly expected: TemplateVariableType }[];
}

export type Filled =
  | { readonly state: 'filled'; readonly scope: Record<string, unknown> }
  | { readonly state: 'invalid'; readonly message: string }
  | { readonly state: 'unfit'; readonly faults: VariableFaults };

interface Matching {
  readonly scope: Record<string, unknown>;
  readonly given: Set<TemplateVariable>;
  readonly unknown: Set<string>;
  readonly mistyped: { key: string; expected: TemplateVariableType }[];
}

/**
 * Holds the data of a send against the declared variables. What comes out holds declared variables alone, in objects
 * made here; the values of lists and objects are the caller's and are only read. A null is the same as nothing.
 */
export function fillVariables(tree: VariableNode, data: Readonly<Record<string, unknown>>): Filled {
  const { fault, pollutingKeys } = checkData(data);
  if (fault !== null) return { state: 'invalid', message: fault };
  const nested = nestDottedKeys(data);
  const matching: Matching = {
    scope: emptyScope(),
    given: new Set(),
    unknown: new Set(pollutingKeys),
    mistyped: [],
  };
  for (const key of nested.conflicts) matching.unknown.add(key);
  match(tree, nested.data, { path: '', matching });
  const missing = fillGaps(tree, matching);
  const { scope, unknown, mistyped } = matching;
  if (missing.length + unknown.size + mistyped.length === 0) return { state: 'filled', scope };
  return { state: 'unfit', faults: { missing, unknown: [...unknown], mistyped } };
}

function match(
  node: VariableNode,
  values: Readonly<Record<string, unknown>>,
  { path, matching }: { readonly path: string; readonly matching: Matching },
): void {
  for (const [name, value] of Object.entries(values)) {
    const key = path === '' ? name : `${path}.${name}`;
    const child = node.children.get(name);
    if (child === undefined) matching.unknown.add(key);
    else if (value === null || value === undefined) continue;
    else if (child.variable !== null) give(child.variable, value, matching);
    else if (isObject(value)) match(child, value, { path: key, matching });
    else matching.mistyped.push({ key, expected: 'object' });
  }
}

function give(variable: TemplateVariable, value: unknown, { scope, given, mistyped }: Matching): void {
  given.add(variable);
  if (hasType(value, variable.type)) setPath(scope, variable.key, value);
  else mistyped.push({ key: variable.key, expected: variable.type });
}

/** Sets fallbacks. @returns the keys that are required and have none */
function fillGaps(node: VariableNode, matching: Matching): string[] {
  const { variable, children } = node;
  if (variable === null) return [...children.values()].flatMap((child) => fillGaps(child, matching));
  if (matching.given.has(variable)) return [];
  if (hasFallback(variable)) setPath(matching.scope, variable.key, variable.fallback);
  else if (variable.required) return [variable.key];
  return [];
}

/** Without a prototype: `toString` is a name like any other. */
function emptyScope(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

function setPath(scope: Record<string, unknown>, key: string, value: unknown): void {
  const names = key.split('.');
  const last = names.pop();
  assert(last !== undefined, 'a key has at least one part');
  let object = scope;
  for (const name of names) object = (object[name] ??= emptyScope()) as Record<string, unknown>;
  object[last] = value;
}
