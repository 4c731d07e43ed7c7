import assert from 'node:assert';
import type { AutomationDefinition, AutomationStep } from '@postrider/contracts/automations';

export type Branch = 'then' | 'else';

/** What positions are about. */
type Steps = Pick<AutomationDefinition, 'steps'>;

/** Where every run begins. */
export const firstPosition = '0';

/**
 * The step at a position: `2` is the third, `2.then.1` the second of what that condition does when it holds.
 * Positions are those that `nextPosition` gave for the same version, so there is one.
 */
export function stepAt(definition: Steps, position: string): AutomationStep {
  const step = stepsAround(definition, position)[lastIndex(position)];
  assert(step !== undefined, `there is no step at ${position}`);
  return step;
}

export interface PlacedStep {
  readonly position: string;
  readonly step: AutomationStep;
}

/** All steps in the order in which they are read: behind a condition, those of its branches. */
export function placedSteps(steps: readonly AutomationStep[], before = ''): PlacedStep[] {
  return steps.flatMap((step, index) => {
    const position = `${before}${index}`;
    if (step.type !== 'condition') return [{ position, step }];
    const branches = (['then', 'else'] as const).flatMap((branch) =>
      placedSteps(step[branch], `${position}.${branch}.`),
    );
    return [{ position, step }, ...branches];
  });
}

/**
 * Where a run goes on after the step at a position; null: it has come to its end.
 * @param branch what a condition has decided; after any other step, none
 */
export function nextPosition(definition: Steps, position: string, branch?: Branch): string | null {
  const step = stepAt(definition, position);
  assert((step.type === 'condition') === (branch !== undefined), 'conditions, and no other step, branch');
  if (step.type === 'condition' && branch !== undefined && step[branch].length > 0) {
    return `${position}.${branch}.0`;
  }
  return after(definition, position);
}

/** The next of the same list; behind its last one, what follows the condition that holds the list. */
function after(definition: Steps, position: string): string | null {
  const parts = position.split('.');
  const next = lastIndex(position) + 1;
  if (next < stepsAround(definition, position).length) return [...parts.slice(0, -1), next].join('.');
  return parts.length === 1 ? null : after(definition, parts.slice(0, -2).join('.'));
}

/** The list that a position points into. */
function stepsAround(definition: Steps, position: string): readonly AutomationStep[] {
  const parts = position.split('.');
  if (parts.length === 1) return definition.steps;
  const branch = parts.at(-2);
  assert(branch === 'then' || branch === 'else', `${position} is no position`);
  const condition = stepAt(definition, parts.slice(0, -2).join('.'));
  assert(condition.type === 'condition', `${position} leads through a step without branches`);
  return condition[branch];
}

function lastIndex(position: string): number {
  const last = position.slice(position.lastIndexOf('.') + 1);
  assert(/^\d+$/.test(last), `${position} is no position`);
  return Number(last);
}
