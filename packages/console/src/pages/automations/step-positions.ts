import type { AutomationStep } from '../../api/types';
import type { Steps } from './automation-content';

/** A place in a list of steps: before the step that is there now. */
export interface Slot {
  /** Start of the positions of the list, such as `2.then.`; empty: the first list. */
  readonly before: string;
  readonly index: number;
}

export interface Moved {
  readonly steps: Steps;
  /** Where the step is now. */
  readonly position: string;
}

const stepsMax = 50;
/** Lists of steps that may be around a step. */
const depthMax = 3;

export const positionAt = ({ before, index }: Slot): string => `${before}${index}`;

export function slotOf(position: string): Slot {
  const end = position.lastIndexOf('.') + 1;
  return { before: position.slice(0, end), index: Number(position.slice(end)) };
}

/** The step at a position such as `2.then.1`; none where the steps have changed meanwhile. */
export function stepAt(steps: Steps, position: string): AutomationStep | undefined {
  const [index = '', branch, ...rest] = position.split('.');
  const step = steps[Number(index)];
  if (branch === undefined || step?.type !== 'condition') return branch === undefined ? step : undefined;
  return stepAt(step[branch === 'then' ? 'then' : 'else'], rest.join('.'));
}

export const replaceStep = (steps: Steps, position: string, step: AutomationStep): Steps =>
  changeList(steps, slotOf(position).before, (list) => list.with(slotOf(position).index, step));

export const removeStep = (steps: Steps, position: string): Steps =>
  changeList(steps, slotOf(position).before, (list) => list.toSpliced(slotOf(position).index, 1));

export const insertStep = (steps: Steps, { before, index }: Slot, step: AutomationStep): Steps =>
  changeList(steps, before, (list) => list.toSpliced(index, 0, step));

function changeList(
  steps: Steps,
  before: string,
  change: (list: readonly AutomationStep[]) => AutomationStep[],
): AutomationStep[] {
  if (before === '') return change(steps);
  const [index = '', branch, ...rest] = before.split('.');
  const name = branch === 'then' ? 'then' : 'else';
  return steps.map((step, at) =>
    at === Number(index) && step.type === 'condition'
      ? { ...step, [name]: changeList(step[name], rest.join('.'), change) }
      : step,
  );
}

/** All steps with their positions, such as `2.then.1`, in the order of the page. */
export function positionsOf(steps: Steps, before = ''): readonly (readonly [string, AutomationStep])[] {
  return steps.flatMap((step, index) => {
    const position = `${before}${index}`;
    if (step.type !== 'condition') return [[position, step] as const];
    return [
      [position, step] as const,
      ...positionsOf(step.then, `${position}.then.`),
      ...positionsOf(step.else, `${position}.else.`),
    ];
  });
}

/** Whether the API takes one more. */
export const hasRoom = (steps: Steps, more = 1): boolean => positionsOf(steps).length + more <= stepsMax;

/** Whether a condition may be here: its branches have to be within the depth that the API takes. */
export const mayBranch = ({ before }: Slot): boolean => depthOf(before) < depthMax;

/**
 * One place up or down in the order of the page: into the branches of a condition, and out of them.
 * @returns null at the ends
 */
export function moveStep(steps: Steps, position: string, by: 1 | -1): Moved | null {
  const step = stepAt(steps, position);
  if (step === undefined) return null;
  const others = removeStep(steps, position);
  const slots = slotsOf(others).filter(({ before }) => depthOf(before) + heightOf(step) <= depthMax);
  const from = slots.findIndex((slot) => positionAt(slot) === position);
  const to = slots[from + by];
  if (from === -1 || to === undefined) return null;
  return { steps: insertStep(others, to, step), position: positionAt(to) };
}

/** Places in the order of the page. */
function slotsOf(steps: Steps, before = ''): Slot[] {
  return [
    ...steps.flatMap((step, index) => [
      { before, index },
      ...(step.type === 'condition'
        ? (['then', 'else'] as const).flatMap((branch) =>
            slotsOf(step[branch], `${before}${index}.${branch}.`),
          )
        : []),
    ]),
    { before, index: steps.length },
  ];
}

/** Of `2.then.0.else.`: 2. */
const depthOf = (before: string): number => (before.split('.').length - 1) / 2;

function heightOf(step: AutomationStep): number {
  if (step.type !== 'condition') return 0;
  return 1 + Math.max(0, ...[...step.then, ...step.else].map(heightOf));
}
