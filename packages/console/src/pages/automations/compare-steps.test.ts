import type { AutomationStep } from '../../api/types';
import { compareSteps } from './compare-steps';

const wait = (duration: string): AutomationStep => ({ type: 'wait', duration });
const mail = (subject: string): AutomationStep => ({ type: 'send', from: 'a@b.test', subject });
const condition = (
  property: string,
  then: AutomationStep[],
  other: AutomationStep[] = [],
): AutomationStep => ({
  ...{ type: 'condition', if: { all: [{ property, op: 'eq', value: 1 }] } },
  ...{ then, else: other },
});

/** Kind and positions: where it is, and where a changed one was. */
const changes = (before: AutomationStep[], after: AutomationStep[]) =>
  compareSteps(before, after).map((change) =>
    change.kind === 'changed'
      ? `changed ${change.positionBefore} ${change.position}`
      : `${change.kind} ${change.position}`,
  );

it.each<[string, AutomationStep[], AutomationStep[], string[]]>([
  ['the same steps', [wait('1d'), mail('a')], [wait('1d'), mail('a')], []],
  ['a step at the end', [mail('a')], [mail('a'), wait('1d')], ['added 1']],
  ['a step at the start', [mail('a')], [wait('1d'), mail('a')], ['added 0']],
  ['a removed step', [mail('a'), wait('1d'), mail('b')], [mail('a'), mail('b')], ['removed 1']],
  ['a changed step', [mail('a'), wait('1d')], [mail('a'), wait('2d')], ['changed 1 1']],
  ['a changed step behind a new one', [mail('a')], [wait('1d'), mail('b')], ['added 0', 'changed 0 1']],
  ['a step of another type', [mail('a')], [wait('1d')], ['removed 0', 'added 0']],
  [
    'steps in branches',
    [condition('x', [mail('a')], [wait('1d')])],
    [condition('x', [mail('a'), wait('2d')], [])],
    ['added 0.then.1', 'removed 0.else.0'],
  ],
  ['a condition', [condition('x', [mail('a')])], [condition('y', [mail('a')])], ['changed 0 0']],
])('names %s', (...[, before, after, expected]) => {
  expect(changes(before, after)).toEqual(expected);
});
