import { FairQueue } from './fair-queue';

let now = 0;
const limits = { runningMax: 3, waitingMax: 1_000, waitingMaxEach: 500 };
const open = () => new FairQueue<string>(limits, () => now);

/** Runs everything one after the other, each at its cost, and tells the order. */
function order(queue: FairQueue<string>, costMs: (item: string) => number): string[] {
  const taken: string[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) {
    taken.push(item);
    queue.done(item.slice(0, 1), costMs(item));
  }
  return taken;
}

it('lets organizations of one cost take turns', () => {
  const queue = open();
  for (const item of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.add(item.slice(0, 1), item);
  expect(order(queue, () => 10)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

it('serves cheap work before the second piece of a costly one', () => {
  const queue = open();
  for (const item of ['a1', 'a2', 'b1', 'b2', 'b3']) queue.add(item.slice(0, 1), item);
  expect(order(queue, (item) => (item.startsWith('a') ? 1_000 : 1))).toEqual(['a1', 'b1', 'b2', 'b3', 'a2']);
});

it('never gives one organization all places', () => {
  const queue = open();
  for (const item of ['a1', 'a2', 'a3']) queue.add('a', item);
  expect([queue.take(), queue.take(), queue.take()]).toEqual(['a1', 'a2', undefined]);
  queue.add('b', 'b1');
  expect(queue.take()).toBe('b1');
});

it('forgets what an organization has cost, and organizations that are idle', () => {
  const queue = open();
  queue.add('a', 'a1');
  expect(queue.take()).toBe('a1');
  queue.done('a', 1_000);
  now += 600_000;
  queue.add('b', 'b1');
  queue.take();
  queue.done('b', 1);
  queue.add('b', 'b2');
  queue.add('a', 'a2');
  expect(queue.take()).toBe('a2');
});
