import { createSemaphore } from './semaphore';

it('runs no more than it has permits for, the highest priority first', async () => {
  const semaphore = createSemaphore({ permits: 1, priorities: 3 });
  const order: string[] = [];
  let open: () => void = () => undefined;
  const first = semaphore.run(
    { priority: 2, owner: 'a' },
    () => new Promise<void>((resolve) => (open = resolve)),
  );
  const note = (name: string) => () => {
    order.push(name);
    return Promise.resolve();
  };
  const rest = [
    semaphore.run({ priority: 2, owner: 'a' }, note('bulk')),
    semaphore.run({ priority: 0, owner: 'a' }, note('transactional')),
  ];
  await Promise.resolve();
  expect(order).toEqual([]);
  open();
  await Promise.all([first, ...rest]);
  expect(order).toEqual(['transactional', 'bulk']);
});

it('gets its permit back when the work fails', async () => {
  const semaphore = createSemaphore({ permits: 1, priorities: 1 });
  const place = { priority: 0, owner: 'a' };
  await expect(semaphore.run(place, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(semaphore.run(place, () => Promise.resolve('in'))).resolves.toBe('in');
});
