import { setImmediate as turn } from 'node:timers/promises';
import { createMemoryBudget } from './memory-budget';

it('lets in what fits, and others in order as room is released, also a part of it', async () => {
  const budget = createMemoryBudget(100);
  const first = await budget.take(60);
  const order: string[] = [];
  const second = budget.take(70).then((held) => (order.push('second'), held));
  const third = budget.take(10).then((held) => (order.push('third'), held));
  await turn();
  expect(order).toEqual([]);
  first.keep(20);
  await third;
  expect(order).toEqual(['second', 'third']);
  // What is released counts once.
  first.keep(40);
  first.keep(0);
  first.keep(0);
  (await second).keep(0);
  (await third).keep(0);
  await budget.take(100);
});

it('lets in alone what is larger than all of it', async () => {
  const budget = createMemoryBudget(100);
  const small = await budget.take(1);
  const large = budget.take(1_000);
  const isIn = await Promise.race([large.then(() => true), turn(false)]);
  expect(isIn).toBe(false);
  small.keep(0);
  (await large).keep(0);
});
