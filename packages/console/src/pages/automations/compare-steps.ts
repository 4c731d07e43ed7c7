import type { AutomationStep } from '../../api/types';
import { inOrder } from '../../editor/in-order';
import type { Steps, StepOf } from './automation-content';

/** How a step differs between two versions. Positions are such as `2.then.1`. */
export type StepChange =
  | { readonly kind: 'added'; readonly position: string; readonly step: AutomationStep }
  | { readonly kind: 'removed'; readonly position: string; readonly step: AutomationStep }
  | {
      readonly kind: 'changed';
      readonly position: string;
      readonly positionBefore: string;
      readonly before: AutomationStep;
      readonly step: AutomationStep;
    };

interface Places {
  readonly before: string;
  readonly after: string;
}

const top: Places = { before: '', after: '' };

/**
 * The changes in the order of the newer version. Steps that are the same stay, in their order; between them, a step that is gone and a
 * new one of its type are one changed step. A condition that is still there is compared branch by branch.
 */
export function compareSteps(before: Steps, after: Steps, places = top): StepChange[] {
  const kept = keptSteps(before, after);
  const changes: StepChange[] = [];
  let [from, to] = [0, 0];
  for (const [index, other] of [...kept, [before.length, after.length] as const]) {
    const gap = { before: before.slice(from, index), after: after.slice(to, other), from, to };
    changes.push(...compareGap(gap, places));
    [from, to] = [index + 1, other + 1];
  }
  return changes;
}

interface Gap {
  readonly before: Steps;
  readonly after: Steps;
  /** Index of their first steps. */
  readonly from: number;
  readonly to: number;
}

function compareGap({ before, after, from, to }: Gap, places: Places): StepChange[] {
  const left = new Set(before.keys());
  const pairs = after.map((step) => {
    const index = [...left].find((each) => before[each]?.type === step.type);
    if (index !== undefined) left.delete(index);
    return { step, index };
  });
  const removed = [...left].flatMap((index): StepChange[] => {
    const step = before[index];
    return step === undefined ? [] : [{ kind: 'removed', position: `${places.before}${from + index}`, step }];
  });
  const rest = pairs.flatMap(({ step, index }, at): StepChange[] => {
    const position = `${places.after}${to + at}`;
    const old = index === undefined ? undefined : before[index];
    if (old === undefined || index === undefined) return [{ kind: 'added', position, step }];
    return compareStep(old, step, { before: `${places.before}${from + index}`, after: position });
  });
  return [...removed, ...rest];
}

function compareStep(before: AutomationStep, step: AutomationStep, at: Places): StepChange[] {
  const changed: StepChange = {
    ...{ kind: 'changed', position: at.after, positionBefore: at.before },
    ...{ before, step },
  };
  if (before.type !== 'condition' || step.type !== 'condition') return [changed];
  const branches = (['then', 'else'] as const).flatMap((branch) =>
    compareSteps(before[branch], step[branch], {
      before: `${at.before}.${branch}.`,
      after: `${at.after}.${branch}.`,
    }),
  );
  return textOf(before.if) === textOf(step.if) ? branches : [changed, ...branches];
}

/** Pairs of indexes of the longest common subsequence: at most fifty steps a side. */
function keptSteps(before: Steps, after: Steps): (readonly [number, number])[] {
  const [one, other] = [before.map(textOf), after.map(textOf)];
  const lengths = one.map(() => other.map(() => 0));
  const length = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = one.length - 1; i >= 0; i -= 1) {
    for (let j = other.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row === undefined) continue;
      row[j] = one[i] === other[j] ? length(i + 1, j + 1) + 1 : Math.max(length(i + 1, j), length(i, j + 1));
    }
  }
  const kept: (readonly [number, number])[] = [];
  for (let [i, j] = [0, 0]; i < one.length && j < other.length;) {
    if (one[i] === other[j]) {
      kept.push([i, j]);
      [i, j] = [i + 1, j + 1];
    } else if (length(i + 1, j) >= length(i, j + 1)) i += 1;
    else j += 1;
  }
  return kept;
}

const textOf = (value: unknown): string => JSON.stringify(inOrder(value));

/** What an email has of its own; a step with a template has none. */
export const mailFields = [
  ...(['from', 'subject', 'preview_text', 'reply_to', 'topic', 'document', 'html', 'text', 'track'] as const),
];
export type MailField = (typeof mailFields)[number];

/** Fields of an email that differ. */
export function changedMailFields(before: StepOf<'send'>, after: StepOf<'send'>): MailField[] {
  return mailFields.filter((field) => textOf(before[field] ?? null) !== textOf(after[field] ?? null));
}
