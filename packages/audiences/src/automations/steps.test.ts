import { automationDefinition } from '@postrider/contracts/automations';
import { firstPosition, nextPosition, placedSteps, stepAt } from './steps';

const wait = (days: number) => ({ type: 'wait', duration: `${days}d` });
const branch = (then: unknown[], otherwise: unknown[]) => ({
  ...{ type: 'condition', if: { all: [{ status: 'SUBSCRIBED' }] } },
  ...{ then, else: otherwise },
});
const define = (...steps: unknown[]) => automationDefinition.parse({ trigger: { event: 'x' }, steps });

const definition = define(wait(1), branch([wait(2), branch([wait(3)], []), wait(4)], [wait(5)]), wait(6));

it.each([
  ['0', { duration: '1d' }],
  ['1', { type: 'condition' }],
  ['1.then.0', { duration: '2d' }],
  ['1.then.1.then.0', { duration: '3d' }],
  ['1.else.0', { duration: '5d' }],
  ['2', { duration: '6d' }],
])('the step at %s is found', (position, step) => {
  expect(stepAt(definition, position)).toMatchObject(step);
});

it.each([
  ['0', undefined, '1'],
  ['1', 'then', '1.then.0'],
  ['1', 'else', '1.else.0'],
  ['1.then.0', undefined, '1.then.1'],
  ['1.then.1', 'then', '1.then.1.then.0'],
  ['1.then.1', 'else', '1.then.2'],
  ['1.then.1.then.0', undefined, '1.then.2'],
  ['1.then.2', undefined, '2'],
  ['1.else.0', undefined, '2'],
  ['2', undefined, null],
] as const)('the step after %s, decided as %s, is %s', (position, decided, next) => {
  expect(nextPosition(definition, position, decided)).toBe(next);
});

it('lists every step with its position, branches behind their condition', () => {
  const placed = placedSteps(definition.steps);
  expect(placed.map(({ position }) => position)).toEqual([
    ...['0', '1', '1.then.0', '1.then.1', '1.then.1.then.0', '1.then.2', '1.else.0', '2'],
  ]);
  for (const { position, step } of placed) expect(stepAt(definition, position)).toBe(step);
});

it('ends behind a condition that is the last step, through every level of it', () => {
  const nested = define(branch([branch([wait(1)], [])], []));
  expect(nextPosition(nested, '0.then.0.then.0')).toBeNull();
  expect(nextPosition(nested, '0.then.0', 'else')).toBeNull();
  expect(nextPosition(nested, '0', 'else')).toBeNull();
});

it('reaches each step from the first, once, and comes to an end', () => {
  const seen = new Set<string>();
  const walk = (position: string | null): void => {
    if (position === null) return;
    seen.add(position);
    const decisions =
      stepAt(definition, position).type === 'condition' ? (['then', 'else'] as const) : [undefined];
    for (const decided of decisions) walk(nextPosition(definition, position, decided));
  };
  walk(firstPosition);
  expect(seen.size).toBe(8);
});

it.each(['', 'x', '3', '0.then.0', '1.maybe.0', '1.then', '1.then.x', '-1', '1.then.9'])(
  'there is no step at %j',
  (position) => {
    expect(() => stepAt(definition, position)).toThrow();
  },
);
