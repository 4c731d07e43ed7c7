import { setImmediate as turn } from 'node:timers/promises';
import { createMemoryBudget } from './memory-budget';

it('lets in what fits, and others in order as room is released, also a part of it', async () => {
  const budget = createMemoryBudget(100);
  const first = await budget.take('a', 60);
  const order: string[] = [];
  const second = budget.take('b', 70).then((held) => (order.push('second'), held));
  const third = budget.take('c', 10).then((held) => (order.push('third'), held));
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
  await budget.take('d', 100);
});

it('lets in alone what is larger than all of it', async () => {
  const budget = createMemoryBudget(100);
  const small = await budget.take('a', 1);
  const large = budget.take('b', 1_000);
  const isIn = await Promise.race([large.then(() => true), turn(false)]);
  expect(isIn).toBe(false);
  small.keep(0);
  (await large).keep(0);
});

it('an owner that holds something gets no more than half, and keeps nobody else waiting', async () => {
  const budget = createMemoryBudget(100);
  const first = await budget.take('flood', 40);
  const more = budget.take('flood', 40);
  await budget.take('other', 40);
  const isIn = await Promise.race([more.then(() => true), turn(false)]);
  expect(isIn).toBe(false);
  first.keep(0);
  await more;
});
