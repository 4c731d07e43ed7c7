import { createTransactionsInFlight } from './transactions-in-flight';

it('three of four that are under way are worth a statement; alone nobody waits', () => {
  const inFlight = createTransactionsInFlight();
  const ends = Array.from({ length: 4 }, () => inFlight.begin('of-many'));
  expect(inFlight.enough()).toBe(3);
  for (const { end } of ends.slice(1)) end();
  expect(inFlight.enough()).toBe(0);
});

it('nobody waits for servers that are slow', () => {
  let nowMs = 0;
  const inFlight = createTransactionsInFlight(() => nowMs);
  const hanging = Array.from({ length: 300 }, () => inFlight.begin('of-many'));
  nowMs = 60;
  const quick = inFlight.begin('of-many');
  expect(inFlight.enough()).toBe(0);
  quick.end();
  for (const { end } of hanging) end();
  expect(inFlight.enough()).toBe(0);
});

it('mail of those who have little in hand waits for none of a flood', () => {
  const inFlight = createTransactionsInFlight();
  for (let count = 0; count < 20; count += 1) inFlight.begin('of-many');
  inFlight.begin('of-few');
  expect([inFlight.enough('of-few'), inFlight.enough('of-many')]).toEqual([0, 15]);
});
