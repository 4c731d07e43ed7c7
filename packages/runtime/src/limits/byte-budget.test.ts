import { ByteBudgetError, createByteBudget, type ByteBudgetOptions } from './byte-budget';

const budget = (options: Partial<ByteBudgetOptions> = {}) =>
  createByteBudget({ bytesMax: 100, perOwnerMax: 50, waitMs: 10_000, ...options });
const isSettled = async (promise: Promise<unknown> | undefined): Promise<boolean> => {
  const pending = Symbol('pending');
  await new Promise((resolve) => setImmediate(resolve));
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
};

it('charges what has arrived, not what may come', () => {
  const { open, held } = budget();
  const one = open('a');
  expect([one.take(10), one.take(5), held()]).toEqual([undefined, undefined, 15]);
  open('b');
  expect(held()).toBe(15);
  one.release();
  one.release();
  expect(held()).toBe(0);
});

it('makes a reservation wait until there is room', async () => {
  const { open } = budget();
  const [first, second, third] = [open('a'), open('b'), open('c')];
  void first.take(50);
  void second.take(50);
  const waiting = third.take(20);
  expect(await isSettled(waiting)).toBe(false);
  first.release();
  expect(await isSettled(waiting)).toBe(true);
});

it('gives one owner its share at most, and others pass those of the owner that wait', async () => {
  const { open } = budget();
  void open('a').take(50);
  const second = open('a').take(10);
  const victim = open('b').take(50);
  expect([await isSettled(second), await isSettled(victim)]).toEqual([false, true]);
});

it('lets a body that is larger than all through when it is alone', async () => {
  const { open } = budget();
  const large = open('a');
  for (let part = 0; part < 50; part += 1) await large.take(10);
  const next = open('b').take(1);
  expect(await isSettled(next)).toBe(false);
  large.release();
  expect(await isSettled(next)).toBe(true);
});

it('lets the oldest of those that wait for each other finish, one at a time', async () => {
  const { open, held } = budget();
  const bodies = ['a', 'b', 'c', 'd'].map((owner) => open(owner));
  for (const body of bodies) void body.take(25);
  const waits = bodies.map((body) => body.take(25));
  expect(await Promise.all(waits.map(isSettled))).toEqual([true, false, false, false]);
  expect(held()).toBe(125);
  bodies[0]?.release();
  expect(await Promise.all(waits.map(isSettled))).toEqual([true, true, false, false]);
});

it('does the same within the share of one owner', async () => {
  const { open } = budget();
  const [first, second] = [open('a'), open('a')];
  void first.take(25);
  void second.take(25);
  const waits = [first.take(30), second.take(30)];
  expect(await Promise.all(waits.map(isSettled))).toEqual([true, false]);
});

it('leaves room for a body of another beside an owner that exceeds its share by one body', async () => {
  const { open, held } = budget({ bytesMax: 120, perOwnerMax: 30 });
  const bodies = [open('a'), open('a'), open('a')];
  for (const body of bodies) void body.take(10);
  const waits = bodies.map((body) => body.take(30));
  expect(await Promise.all(waits.map(isSettled))).toEqual([true, false, false]);
  expect([await isSettled(open('b').take(40)), held()]).toEqual([true, 100]);
});

it('refuses and forgets a reservation that has waited for too long', async () => {
  const { open, held } = budget({ waitMs: 5 });
  const first = open('a');
  void first.take(50);
  const second = open('a');
  await expect(second.take(10)).rejects.toThrow(ByteBudgetError);
  second.release();
  first.release();
  expect(held()).toBe(0);
  expect(open('b').take(50)).toBeUndefined();
});

it('refuses at once when too many of one owner wait', async () => {
  const { open } = budget({ perOwnerWaitingMax: 1 });
  const first = open('a');
  void first.take(50);
  const second = open('a').take(10);
  await expect(open('a').take(10)).rejects.toThrow('too many wait already');
  expect(await isSettled(open('b').take(10))).toBe(true);
  first.release();
  expect(await isSettled(second)).toBe(true);
});

it('gives back what a reservation holds that is released while it waits', async () => {
  const { open, held } = budget();
  void open('a').take(45);
  const waiting = open('a');
  void waiting.take(5);
  const refused = waiting.take(5);
  waiting.release();
  await expect(refused).rejects.toThrow(ByteBudgetError);
  expect(held()).toBe(45);
});

it('tells when one more of an owner would be refused at once', async () => {
  const { open, isCrowded } = budget({ perOwnerWaitingMax: 1 });
  void open('a').take(50);
  expect(isCrowded('a')).toBe(false);
  const waiting = open('a');
  const refused = waiting.take(10);
  expect([isCrowded('a'), isCrowded('b')]).toEqual([true, false]);
  waiting.release();
  await expect(refused).rejects.toThrow(ByteBudgetError);
  expect(isCrowded('a')).toBe(false);
});
