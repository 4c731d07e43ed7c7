import type { VariablePath } from '../engine/variable-references';
import type { VariableNode } from './variable-tree';

/** Enough to name what is wrong; a template may read thousands. */
const namedMax = 50;

/** What is read and no declaration provides, each once. */
export function undeclaredVariables(paths: Iterable<VariablePath>, tree: VariableNode): string[] {
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
