import { toValueSync, TypeGuards, Value, type Template } from 'liquidjs';
import { pollutingNames } from '../variables/variable-tree';

/** `order.items[0].title`; a null stands for a part that is chosen when the template is rendered: `order[key]`. */
export type VariablePath = readonly [root: string, ...parts: (string | number | null)[]];

/**
 * Every variable that templates expect from outside, as often as it is read; what loops and assigns name is known.
 * The library has such an analysis, but it counts the lines before each variable: 12,000 of them took 6 seconds.
 */
export function* variableReferences(templates: readonly Template[]): Generator<VariablePath> {
  yield* referencesIn(templates, { assigned: new Set(), blocks: [] });
}

interface Scope {
  readonly assigned: Set<string>;
  readonly blocks: readonly ReadonlySet<string>[];
}

function* referencesIn(templates: readonly Template[], scope: Scope): Generator<VariablePath> {
  for (const template of templates) {
    for (const argument of template.arguments?.() ?? []) {
      for (const path of pathsIn(argument)) if (!isLocal(path, scope)) yield path;
    }
    for (const { content } of template.localScope?.() ?? []) scope.assigned.add(content);
    const children = toValueSync(template.children?.(false, true)) as readonly Template[] | undefined;
    if (children === undefined) continue;
    const names = template.blockScope?.();
    const inner = names === undefined ? scope : { ...scope, blocks: [...scope.blocks, new Set(names)] };
    yield* referencesIn(children, inner);
  }
}

/** A loop's own object has a prototype, which templates must not reach. */
function isLocal([name, ...parts]: VariablePath, { assigned, blocks }: Scope): boolean {
  if (parts.some((part) => typeof part === 'string' && pollutingNames.has(part))) return false;
  return assigned.has(name) || blocks.some((block) => block.has(name));
}

/** Of an expression with its filters, or of one token of it. */
function* pathsIn(part: unknown): Generator<VariablePath> {
  if (part instanceof Value) {
    for (const token of part.initial.postfix) yield* pathsIn(token);
    for (const filter of part.filters) {
      // A named argument is a pair.
      for (const argument of filter.args) yield* pathsIn(Array.isArray(argument) ? argument[1] : argument);
    }
  } else if (TypeGuards.isRangeToken(part)) {
    yield* pathsIn(part.lhs);
    yield* pathsIn(part.rhs);
  } else if (TypeGuards.isPropertyAccessToken(part)) {
    for (const inner of [part.variable, ...part.props]) yield* pathsIn(inner);
    const path = part.variable === undefined ? part.props.map(partOf) : [];
    const [root, ...parts] = path;
    if (typeof root === 'string') yield [root, ...parts];
  }
}

function partOf(token: unknown): string | number | null {
  if (TypeGuards.isQuotedToken(token) || TypeGuards.isNumberToken(token)) return token.content;
  return TypeGuards.isWordToken(token) ? token.content : null;
}
