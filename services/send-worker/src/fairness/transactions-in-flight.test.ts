import { createTransactionsInFlight } from './transactions-in-flight';

let isPaced: boolean;
let nowMs: number;
const create = () => createTransactionsInFlight({ isPaced: () => isPaced, now: () => nowMs });
const gather = (inFlight: ReturnType<typeof create>, kind: 'small' | 'large') => {
  const { enough, waitMs } = inFlight.gather(kind);
  return [enough(), waitMs()];
};

beforeEach(() => {
  [isPaced, nowMs] = [false, 0];
});

it('three of four that are under way are worth a statement; a single one does not wait', () => {
  const inFlight = create();
  const ends = Array.from({ length: 4 }, () => inFlight.begin('large'));
  expect(gather(inFlight, 'large')).toEqual([3, 5]);
  for (const { end } of ends.slice(1)) end();
  expect(gather(inFlight, 'large')).toEqual([0, 5]);
});

it('no statement waits for slow servers', () => {
  const inFlight = create();
  const hanging = Array.from({ length: 300 }, () => inFlight.begin('large'));
  nowMs = 60;
  const quick = inFlight.begin('large');
  expect(gather(inFlight, 'large')).toEqual([0, 5]);
  quick.end();
  for (const { end } of hanging) end();
  expect(gather(inFlight, 'large')).toEqual([0, 5]);
});

it('mail of those who have little in hand waits for none of a flood', () => {
  const inFlight = create();
  for (let count = 0; count < 20; count += 1) inFlight.begin('large');
  inFlight.begin('small');
  expect([gather(inFlight, 'small'), gather(inFlight, 'large')]).toEqual([
    [0, 5],
    [15, 5],
  ]);
});

it('a flood that is paced gathers for a while, and mail of others beside it does not', () => {
  const inFlight = create();
  for (let count = 0; count < 4; count += 1) inFlight.begin('large');
  inFlight.begin('small');
  isPaced = true;
  expect([gather(inFlight, 'small'), gather(inFlight, 'large')]).toEqual([
    [0, 5],
    [Infinity, 25],
  ]);
});
