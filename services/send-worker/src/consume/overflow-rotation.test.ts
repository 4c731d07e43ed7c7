import { createOverflowRotation, type OverflowRotation } from './overflow-rotation';

let seconds = 0;
let overflowing: string[] = [];
const rotation = () =>
  createOverflowRotation({
    overflowing: () => overflowing,
    isBlocked: (organizationId) => organizationId === 'flood',
    nowMs: () => seconds * 1_000,
  });

beforeEach(() => {
  seconds = 0;
  overflowing = ['flood'];
});

/** Asks each second; returns how often it was due. */
function ask(asked: OverflowRotation, forSeconds: number): number {
  const end = seconds + forSeconds;
  let due = 0;
  for (; seconds < end; seconds += 1) due += Number(asked.isDue());
  return due;
}

test('a flood alone is put behind itself only now and then', () => {
  const asked = rotation();
  ask(asked, 60);
  expect(ask(asked, 100)).toBe(10);
});

test('while somebody else is known to wait behind it, each time', () => {
  const asked = rotation();
  ask(asked, 60);
  overflowing.push('other');
  expect(ask(asked, 100)).toBe(100);
});

test('a worker that was just started knows nobody, so each time', () => {
  expect(ask(rotation(), 60)).toBe(60);
});
