import { createPriorityQueue } from './priority-queue';

const takeEverything = (queue: ReturnType<typeof createPriorityQueue<string>>): string[] => {
  const taken: string[] = [];
  for (let next = queue.take(); next; next = queue.take()) taken.push(next.waiter);
  return taken;
};

it('the highest priority goes first, and within it owners take turns', () => {
  const queue = createPriorityQueue<string>(2);
  for (const name of ['a1', 'a2', 'a3']) queue.add(name, { priority: 0, owner: 'a' });
  queue.add('low', { priority: 1, owner: 'b' });
  queue.add('b1', { priority: 0, owner: 'b' });
  expect(takeEverything(queue)).toEqual(['a1', 'b1', 'a2', 'a3', 'low']);
});

it('a waiter that comes after a thousand of another owner waits for one of them', () => {
  const queue = createPriorityQueue<string>(1);
  for (let count = 0; count < 1_000; count += 1) queue.add('flood', { priority: 0, owner: 'flooder' });
  queue.add('victim', { priority: 0, owner: 'victim' });
  expect([queue.take()?.waiter, queue.take()?.waiter]).toEqual(['flood', 'victim']);
  expect(queue.size).toBe(999);
});

it('who comes back to the front is next, and the lowest priority never starves', () => {
  const queue = createPriorityQueue<string>(2);
  queue.add('low', { priority: 1, owner: 'a' });
  for (let count = 0; count < 20; count += 1) queue.add('high', { priority: 0, owner: 'a' });
  queue.addFirst('again', { priority: 0, owner: 'b' });
  const taken = takeEverything(queue);
  expect(taken[0]).toBe('again');
  expect(taken.indexOf('low')).toBe(7);
});

it('taking all leaves no waiter', () => {
  const queue = createPriorityQueue<string>(1);
  queue.add('one', { priority: 0, owner: 'a' });
  queue.addFirst('two', { priority: 0, owner: 'b' });
  expect([...queue.takeAll()].sort()).toEqual(['one', 'two']);
  expect([queue.size, queue.take()]).toEqual([0, undefined]);
});

it('whose turn it cannot be waits on, before those who come later', () => {
  const queue = createPriorityQueue<string>(2);
  queue.addFirst('again', { priority: 0, owner: 'a' });
  queue.add('a1', { priority: 0, owner: 'a' });
  queue.add('b1', { priority: 1, owner: 'b' });
  expect(queue.take(({ owner }) => owner === 'b')?.waiter).toBe('b1');
  expect(queue.take(({ owner }) => owner === 'b')).toBeUndefined();
  expect(takeEverything(queue)).toEqual(['again', 'a1']);
});

it('one that is removed waits no longer, wherever it stood', () => {
  const queue = createPriorityQueue<string>(1);
  const place = { priority: 0, owner: 'a' };
  queue.addFirst('again', place);
  for (const name of ['a1', 'a2', 'a3']) queue.add(name, place);
  for (const name of ['again', 'a2', 'unknown']) queue.remove(name, place);
  expect(queue.size).toBe(2);
  expect(takeEverything(queue)).toEqual(['a1', 'a3']);
});
