/** @jest-environment node */
import { setImmediate as turn } from 'node:timers/promises';
import { createSemaphore, type Permits, type Semaphore } from './semaphore';

const of = (owner: string, priority = 0) => ({ owner, priority });

/** Acquires, and notes the name when it is its turn. */
function noting(semaphore: Semaphore, order: string[]) {
  return (name: string, place: { owner: string; priority: number }, count = 1) =>
    semaphore.acquire(place, { count }).then((permits) => (order.push(name), permits));
}

const isSettled = (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => true), turn(false)]);

async function acquired(permits: Promise<Permits | undefined>): Promise<Permits> {
  const granted = await permits;
  if (!granted) throw new Error('sent away');
  return granted;
}

describe('runs work', () => {
  it('no more at a time than it has permits for, the highest priority first', async () => {
    const semaphore = createSemaphore({ permits: 1, priorities: 3 });
    const order: string[] = [];
    const acquire = noting(semaphore, order);
    const first = await acquired(semaphore.acquire(of('a', 2)));
    const rest = [acquire('bulk', of('a', 2)), acquire('transactional', of('a', 0))];
    await turn();
    expect(order).toEqual([]);
    first.release();
    (await acquired(rest[1] as Promise<Permits>)).release();
    await rest[0];
    expect(order).toEqual(['transactional', 'bulk']);
  });

  it('and gets its permit back when the work fails', async () => {
    const semaphore = createSemaphore({ permits: 1 });
    await expect(semaphore.run(of('a'), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(semaphore.run(of('a'), () => Promise.resolve('in'))).resolves.toBe('in');
  });
});

describe('with permits of different numbers', () => {
  it('lets in what fits, and others in order as permits are released, also a part of them', async () => {
    const semaphore = createSemaphore({ permits: 100 });
    const order: string[] = [];
    const acquire = noting(semaphore, order);
    const first = await acquired(semaphore.acquire(of('a'), { count: 60 }));
    const second = acquire('second', of('b'), 60);
    const third = acquire('third', of('c'), 10);
    await turn();
    expect(order).toEqual([]);
    first.release(20);
    await third;
    expect(order).toEqual(['second', 'third']);
    // What is released counts once.
    first.release(40);
    first.release();
    first.release();
    for (const permits of [second, third]) (await acquired(permits)).release();
    expect(semaphore.inUse()).toBe(0);
  });

  it('admits a request for more than there are alone, and no later one before it', async () => {
    const semaphore = createSemaphore({ permits: 100 });
    const small = await acquired(semaphore.acquire(of('a')));
    const large = semaphore.acquire(of('b'), { count: 1_000 });
    const later = semaphore.acquire(of('c'));
    expect([await isSettled(large), await isSettled(later)]).toEqual([false, false]);
    small.release();
    const held = await acquired(large);
    expect(await isSettled(later)).toBe(false);
    held.release();
    await later;
  });
});

describe('with a share for each owner', () => {
  it('an owner that has its share waits, and makes no other owner wait', async () => {
    const semaphore = createSemaphore({ permits: 4, perOwnerMax: 2 });
    const [first] = await Promise.all([
      acquired(semaphore.acquire(of('a'))),
      acquired(semaphore.acquire(of('a'))),
    ]);
    const third = semaphore.acquire(of('a'));
    await Promise.all(['b', 'b'].map((owner) => acquired(semaphore.acquire(of(owner)))));
    expect(await isSettled(third)).toBe(false);
    first.release();
    await acquired(third);
    expect(semaphore.inUse()).toBe(4);
  });

  it('one that holds nothing gets more than its share', async () => {
    const semaphore = createSemaphore({ permits: 100, perOwnerMax: 50 });
    const large = await acquired(semaphore.acquire(of('a'), { count: 80 }));
    const more = semaphore.acquire(of('a'), { count: 1 });
    expect(await isSettled(more)).toBe(false);
    large.release();
    await more;
  });
});

describe('with a limit to waiting', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
  afterEach(() => jest.useRealTimers());
  const open = async (...owners: string[]) => {
    const semaphore = createSemaphore({ permits: 4, perOwnerMax: 2 });
    const permits = await Promise.all(owners.map((owner) => acquired(semaphore.acquire(of(owner)))));
    return { semaphore, last: permits.at(-1) };
  };

  it('sends away an owner that has had its share for so long; at once without a wait', async () => {
    const { semaphore, last } = await open('a', 'a');
    const third = semaphore.acquire(of('a'), { shareWaitMs: 1_000 });
    expect(await semaphore.acquire(of('a'), { shareWaitMs: 0 })).toBeUndefined();
    jest.advanceTimersByTime(1_000);
    expect(await third).toBeUndefined();
    last?.release();
    await acquired(semaphore.acquire(of('a'), { shareWaitMs: 0 }));
  });

  it('not one that waits because all permits are in use: it is next', async () => {
    const { semaphore, last } = await open('a', 'a', 'b', 'b');
    const waiting = semaphore.acquire(of('c'), { shareWaitMs: 1_000 });
    jest.advanceTimersByTime(60_000);
    last?.release();
    await acquired(waiting);
  });
});

it('closing sends away who waits and who comes later; it is idle when the last permit is released', async () => {
  const semaphore = createSemaphore({ permits: 1 });
  const held = await acquired(semaphore.acquire(of('a')));
  const [waiting, idle] = [semaphore.acquire(of('a')), semaphore.idle()];
  semaphore.close();
  expect([await waiting, await semaphore.acquire(of('b'))]).toEqual([undefined, undefined]);
  expect(await isSettled(idle)).toBe(false);
  held.release();
  await idle;
});
