import type { AutomationStep } from '../../api/types';
import { insertStep, moveStep, positionsOf, removeStep } from './step-positions';

const wait = (duration: string): AutomationStep => ({ type: 'wait', duration });
const branch = (then: AutomationStep[], other: AutomationStep[] = []): AutomationStep => ({
  ...{ type: 'condition', if: { all: [] }, then, else: other },
});
const shown = (steps: readonly AutomationStep[]) =>
  positionsOf(steps).map(([position, step]) => `${position} ${step.type === 'wait' ? step.duration : 'if'}`);

it('a step is inserted into a branch, and removed from it', () => {
  const steps = [wait('1d'), branch([wait('2d')])];
  const inserted = insertStep(steps, { before: '1.else.', index: 0 }, wait('3d'));
  expect(shown(inserted)).toEqual(['0 1d', '1 if', '1.then.0 2d', '1.else.0 3d']);
  expect(shown(removeStep(inserted, '1.then.0'))).toEqual(['0 1d', '1 if', '1.else.0 3d']);
});

it('a step moves down through both branches of a condition and out again, and up the same way', () => {
  let moved = { steps: [wait('1d'), branch([wait('2d')])] as readonly AutomationStep[], position: '0' };
  const positions: string[] = [];
  for (
    let next = moveStep(moved.steps, '0', 1);
    next !== null;
    next = moveStep(next.steps, next.position, 1)
  ) {
    moved = next;
    positions.push(next.position);
  }
  expect(positions).toEqual(['0.then.0', '0.then.1', '0.else.0', '1']);
  expect(shown(moved.steps)).toEqual(['0 if', '0.then.0 2d', '1 1d']);
  expect(moveStep(moved.steps, '1', -1)?.position).toBe('0.else.0');
});

it('a condition does not move to where its branches would be too deep', () => {
  const deep = branch([branch([branch([])])]);
  expect(moveStep([branch([]), deep], '0', 1)?.position).toBe('0.then.0');
  expect(moveStep([branch([wait('1d')]), deep], '0', 1)?.position).toBe('0.then.0');
  const steps = [branch([wait('1d')]), branch([branch([])])];
  expect(moveStep([deep, branch([])], '0', 1)?.position).toBe('1');
  expect(moveStep(steps, '0', 1)?.position).toBe('0.then.0');
});
